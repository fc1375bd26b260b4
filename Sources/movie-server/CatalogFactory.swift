import HTTP
import MovieCore
import OnlineCatalogs

/// The catalogs of services on the network that are configured here, and what they share. Making them costs nothing:
/// no library is loaded, no file opened and no command run before a service is first asked.
struct CatalogFactory {
  private(set) var catalogs: [any Catalog] = []
  /// Those that are asked by their name only.
  private(set) var apart: [any Catalog] = []
  /// Why the others are not there, by their names.
  private(set) var unavailable: [String: MovieError]
  let posters: any Posters

  init(_ configuration: Configuration, _ keys: CatalogKeys) {
    let online = configuration.online
    let http = HTTPClient(Self.http(configuration))
    posters = PosterCache(
      folder: configuration.cacheDirectory + "/posters", http: http, limitBytes: online.posterCacheBytes)
    unavailable = keys.missing

    var credentials = keys.credentials
    if online.replayFolder != nil {
      // What was recorded is without keys, and needs none. No word that anybody searches for: keys are taken out of
      // recordings wherever they stand.
      let placeholder = String(repeating: "0", count: 32)
      credentials.tmdb = credentials.tmdb ?? Secret(placeholder)
      credentials.omdb = credentials.omdb ?? Secret(placeholder)
    }
    let omdb = credentials.omdb.map { OMDbCatalog(http: http, key: $0, base: online.omdbBase) }
    if let key = credentials.tmdb {
      let catalog = TMDBCatalog(
        http: http, base: online.tmdbBase ?? TMDBCatalog.defaultBase, key: key, omdb: omdb?.ratings(imdbId:))
      catalogs.append(catalog.withAccount(folder: configuration.dataDirectory))
    }
    if let omdb { catalogs.append(omdb) }
    if let base = online.naverBase {
      // A service that speaks as Naver's did may want no client's id.
      apart.append(NaverCatalog(http: http, base: base, client: credentials.naver))
    } else {
      unavailable[NaverCatalog.name] = NaverCatalog.discontinued()
    }
    for catalog in catalogs + apart { unavailable[catalog.info.name] = nil }
  }

  private static func http(_ configuration: Configuration) -> HTTPClient.Configuration {
    let online = configuration.online
    var http = HTTPClient.Configuration(userAgent: "movie-server/\(Main.version)")
    if let folder = online.replayFolder {
      http.exchanges = .replayed(from: folder)
    } else if let folder = online.recordFolder {
      http.exchanges = .recorded(into: folder)
    }
    http.cacheFile = online.responseCacheBytes > 0 ? configuration.cacheDirectory + "/http.db" : nil
    http.cacheBytes = online.responseCacheBytes
    // What TMDB and Naver allow one client, in requests a second.
    http.rates = [TMDBCatalog.name: 40, NaverCatalog.name: 10]
    http.deadline = .milliseconds(online.timeoutMilliseconds)
    return http
  }
}
