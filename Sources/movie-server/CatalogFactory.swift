import HTTP
import OnlineCatalogs

/// Makes the online catalogs that are configured, and the HTTP client and the poster cache that they share. Making them
/// costs nothing: no library is loaded, no file opened and no command run until a service is first asked.
struct CatalogFactory {
  private(set) var catalogs: [any Catalog] = []
  private(set) var unavailable: [String: MovieError] = [:]
  let posters: any Posters

  init(_ configuration: Configuration, _ keys: CatalogKeys, log: Log) {
    let online = configuration.online
    var settings = Self.http(configuration)
    settings.log = log.writer(.debug)
    let http = HTTPClient(settings)
    posters = PosterCache(
      folder: configuration.paths.posters, http: http, limitBytes: online.posterCacheBytes, baseURLs: online.baseURLs)

    var setup = CatalogSetup(http: http, dataFolder: configuration.paths.data)
    setup.keys = keys.secrets
    setup.keyFailure = keys.fileFailure
    setup.baseURLs = online.baseURLs
    // Recordings contain no keys. The placeholder must not look like a text of a request or a response, because keys
    // are removed from recordings wherever they occur, and a response must not contain one.
    if online.replayFolder != nil { setup.placeholderKey = "placeholder-key-of-a-replay" }
    for provider in CatalogProvider.all {
      do {
        catalogs.append(try setup.catalog(of: provider))
      } catch { unavailable[provider.name] = error }
    }
  }

  private static func http(_ configuration: Configuration) -> HTTPClient.Configuration {
    let online = configuration.online
    var http = HTTPClient.Configuration(userAgent: "movie-server/\(Main.version)")
    if let folder = online.recordFolder { http.exchanges = .recorded(into: folder) }
    if let folder = online.replayFolder { http.exchanges = .replayed(from: folder) }
    http.cacheFolder = online.responseCacheBytes > 0 ? configuration.paths.responses : nil
    http.cacheBytes = online.responseCacheBytes
    http.rates = CatalogProvider.requestsPerSecond
    http.deadline = .milliseconds(online.timeoutMilliseconds)
    return http
  }
}
