import JSONRPC

/// All settings, with their defaults.
struct Configuration {
  /// The default catalog; nil for the first one available.
  var catalog: String?
  var dataDirectory: String
  /// Holds only what can be fetched again: HTTP responses and posters.
  var cacheDirectory: String
  var configFile: String
  /// The keys stored by `auth`. Always in the user's own folder, because `--config` may name a file in a project that
  /// others can read.
  let credentialsFile: String
  /// Commands that print keys kept elsewhere.
  var tokenCommands: [KeyedCatalog: TokenCommand] = [:]
  var isSilent = false
  var limits = Connection.Limits()
  var logLevel = Log.Level.error
  var logFile: String?
  /// The transcript to record the session in.
  var recordFile: String?
  var online = Online()

  /// All catalogs. The default is the first one available; Naver's is never the default.
  static let catalogs = ["tmdb", "omdb", "builtin", "naver"]

  /// The settings of the online catalogs.
  struct Online {
    /// Base URLs that replace the services' own.
    var tmdbBase: String?
    var omdbBase: String?
    var naverBase: String?
    /// From the call to the last byte of the response.
    var timeoutMilliseconds = 10_000
    var responseCacheBytes = 64 << 20
    var posterCacheBytes = 256 << 20
    /// Where all HTTP exchanges are recorded.
    var recordFolder: String?
    /// Recorded exchanges that replace the network.
    var replayFolder: String?
    /// Whether favorites are kept in sync with the catalogs' accounts.
    var syncsFavorites = false
  }

  /// The defaults: folders as in the XDG Base Directory Specification, on macOS too, as is usual for command-line tools.
  init(environment: [String: String]) {
    func directory(_ variable: String, _ fallback: String) -> String {
      // The specification requires that relative paths are ignored.
      if let path = environment[variable], path.utf8.first == UInt8(ascii: "/") { return path + "/movie-server" }
      return (environment["HOME"] ?? "") + fallback + "/movie-server"
    }
    func address(_ variable: String) -> String? {
      // An empty variable counts as unset, like everywhere.
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    dataDirectory = directory("XDG_DATA_HOME", "/.local/share")
    cacheDirectory = directory("XDG_CACHE_HOME", "/.cache")
    let configDirectory = directory("XDG_CONFIG_HOME", "/.config")
    configFile = configDirectory + "/config.json"
    credentialsFile = configDirectory + "/credentials.json"
    online.tmdbBase = address("TMDB_BASE_URL")
    online.omdbBase = address("OMDB_BASE_URL")
    online.naverBase = address("NAVER_BASE_URL")
  }
}
