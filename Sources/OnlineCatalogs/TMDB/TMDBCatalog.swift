import HTTP
import JSON
import MovieCore

/// The Movie Database, https://www.themoviedb.org: search, lists, details, reviews and pictures in many languages.
public struct TMDBCatalog: Catalog {
  /// The first half of its movies' ids, whose second is a number of TMDB's: `tmdb:496243`.
  public static let name = TMDBService.name
  /// The address of version 3 of the API, without a slash at its end.
  public static let defaultBase = TMDBService.defaultBase

  let service: TMDBService
  let facts: TMDBReferenceData
  public private(set) var account: (any Account)?
  let ratings: (@Sendable (_ imdbId: String) async throws -> OMDbRatings)?
  let addition: Addition

  /// - Parameters:
  ///   - base: the service's address.
  ///   - key: a v3 key or a v4 read access token, told apart by what it looks like.
  ///   - account: the user's; nil for a catalog without logins.
  ///   - omdb: what OMDb adds to a movie's detail, by its IMDb id; nil for nothing.
  public init(
    http: any HTTPTransport, base: String = TMDBCatalog.defaultBase, key: Secret<String>, account: (any Account)? = nil,
    omdb: (@Sendable (_ imdbId: String) async throws -> OMDbRatings)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    service = TMDBService(http: http, base: base, key: key)
    facts = TMDBReferenceData(service: service, clock: clock)
    self.account = account
    ratings = omdb
    addition = Addition(clock: clock)
  }

  /// The same catalog with logins, which are kept in the folder.
  ///
  /// - Parameter website: where users approve them.
  public func withAccount(folder: String, website: String = "https://www.themoviedb.org") -> TMDBCatalog {
    var catalog = self
    catalog.account = TMDBAccount(service: service, folder: folder, website: website) { [self] rows, language in
      await movies(rows, TMDBLanguage(language))
    }
    return catalog
  }

  public var takesIMDbIDs: Bool { true }

  public var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "The Movie Database (TMDB)",
      capabilities: [.search, .home, .genres, .detail, .reviews, .recommendations, .poster]
        + (account == nil ? [] : [.login, .rate, .favoritesSync]),
      attribution: Self.attribution)
  }

  /// As its terms of use ask for.
  static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  public func genres(language: String?) async throws -> [Genre] {
    try await service.about(nil) {
      try await facts.genres(TMDBLanguage(language)).map { Genre(id: String($0.number), name: $0.name) }
    }
  }

  public func picture(at url: String, width: Int) async throws -> Picture {
    let images = await addition { try await facts.images() } ?? .documented
    let picture = images.resized(url, atLeast: width)
    return Picture(url: picture.url, width: picture.width, catalog: Self.name)
  }

  /// What movies are made with besides what is sent of them. Its lack costs only names and sizes.
  func mapping(_ language: TMDBLanguage) async -> TMDBDecoder {
    async let images = addition { try await facts.images() }
    async let genres = addition { try await facts.genres(language) }
    let names = (await genres ?? []).map { ($0.number, $0.name) }
    return TMDBDecoder(
      language: language, images: await images ?? .documented, genres: Dictionary(names) { first, _ in first })
  }
}
