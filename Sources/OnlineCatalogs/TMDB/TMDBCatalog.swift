/// The Movie Database, https://www.themoviedb.org: search, lists, details, reviews and images in many languages.
struct TMDBCatalog: Catalog {
  /// The first half of its movies' ids; the second half is TMDB's number: `tmdb:496243`.
  static let name = TMDBService.name
  /// Where users approve logins.
  static let website = "https://www.themoviedb.org"

  let movies: TMDBMovieLoader
  let ratings: (@Sendable (_ imdbId: String) async throws -> OMDbRatings)?

  let login: TMDBAccount?

  var account: (any Account)? { login }

  /// Nil stands for the service's own address, for a catalog without logins, and for no data of OMDb's.
  init(
    http: any HTTPTransport, base: String? = nil, key: Secret<String>,
    accounts: (folder: String, website: String)? = nil,
    omdb: (@Sendable (_ imdbId: String) async throws -> OMDbRatings)? = nil, clock: any Clock<Duration> = SystemClock()
  ) {
    let account = accounts.map { folder, website in
      (LoginFile(folder: folder, catalog: TMDBService.name, keyFingerprint: key.fingerprint), website)
    }
    let service = TMDBService(http: http, base: base ?? TMDBService.defaultBase, key: key, logins: account?.0)
    let movies = TMDBMovieLoader(service: service, clock: clock)
    self.movies = movies
    login = account.map { logins, website in TMDBAccount(movies: movies, logins: logins, website: website) }
    ratings = omdb
  }

  var service: TMDBService { movies.service }

  func unlock() async throws { try await service.unlock() }

  var filmLookup: (any FilmLookup)? { service }

  var largestAnswerBytes: Int { Upstream.largestAnswerBytes }

  var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "The Movie Database (TMDB)",
      capabilities: [
        .search, .home, .genres, .discover, .detail, .reviews, .recommendations, .people, .collections, .poster,
      ]
        + (login == nil ? [] : [.login, .rate, .favoritesSync]),
      attribution: Self.attribution)
  }

  /// Required by the terms of use.
  static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  func genres(language: String?) async throws -> [Genre] {
    try await movies.referenceData.genres(TMDBLanguage(language))
  }

  func picture(at url: String, width: Int) async throws -> Picture {
    let images = await movies.optional { try await movies.referenceData.images() } ?? .documented
    let picture = images.resized(url, atLeast: width)
    return Picture(url: picture.url, width: picture.width, catalog: Self.name)
  }
}

extension CatalogProvider {
  /// The catalog also takes ratings and awards from OMDb, if OMDb has a key.
  static let tmdb: CatalogProvider = CatalogProvider(
    name: TMDBService.name, title: "TMDB", keyPage: "https://www.themoviedb.org/settings/api",
    keyParts: [
      KeyPart(
        name: "key", variables: ["TMDB_API_KEY", "TMDB_ACCESS_TOKEN"],
        form: "32 hexadecimal digits, or a read access token, which begins with eyJ",
        hasForm: { $0.utf8.count == 32 && $0.utf8.allSatisfy(\.isASCIIHexDigit) || isAccessToken($0) })
    ],
    defaultBaseURL: TMDBService.defaultBase, requestsPerSecond: 40
  ) { setup throws(MovieError) in
    let key = try setup.requiredKey(of: .tmdb)
    let omdb = setup.key(of: .omdb).map { OMDbCatalog(http: setup.http, key: $0, base: setup.baseURL(of: .omdb)) }
    return TMDBCatalog(
      http: setup.http, base: setup.baseURL(of: .tmdb), key: key, accounts: (setup.dataFolder, TMDBCatalog.website),
      omdb: omdb?.ratings(imdbId:))
  }

  private static func isAccessToken(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.hasPrefix("eyJ") && parts.count == 3
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isBase64URL } }
  }
}
