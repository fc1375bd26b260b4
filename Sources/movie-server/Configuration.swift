import JSONRPC

/// Everything that can be set from outside.
struct Configuration {
  /// Nil for the first that is there.
  var catalog: String?
  var dataDirectory: String
  /// For what can be fetched again: answers of services, and posters.
  var cacheDirectory: String
  var configFile: String
  /// The keys that `auth` has stored. Always in the user's own folder: a configuration file may be named that lies in
  /// a project which others can read.
  let credentialsFile: String
  /// What prints the keys that are kept elsewhere.
  var tokenCommands: [KeyedCatalog: TokenCommand] = [:]
  var isSilent = false
  var limits = Connection.Limits()
  var logLevel = Log.Level.error
  var logFile: String?
  /// Where the session is written as a transcript.
  var recordFile: String?
  var online = Online()

  /// All catalogs that there can be, in the order in which they are taken by default, but for Naver's, which is asked
  /// by name only.
  static let catalogs = ["tmdb", "omdb", "builtin", "naver"]

  /// What the catalogs of online services need.
  struct Online {
    /// Addresses other than the services' own.
    var tmdbBase: String?
    var omdbBase: String?
    var naverBase: String?
    /// From the call to the last byte.
    var timeoutMilliseconds = 10_000
    var responseCacheBytes = 64 << 20
    var posterCacheBytes = 256 << 20
    /// Where every exchange with a service is written down.
    var recordFolder: String?
    /// What is answered from instead of asking the services.
    var replayFolder: String?
    /// Whether stars go to the accounts, and their favorites come here.
    var syncsFavorites = false
  }

  /// The places of the XDG Base Directory Specification, on macOS too, as command-line tools there have it.
  init(environment: [String: String]) {
    func directory(_ variable: String, _ fallback: String) -> String {
      // The specification: a relative path in these variables is to be ignored.
      if let path = environment[variable], path.utf8.first == UInt8(ascii: "/") { return path + "/movie-server" }
      return (environment["HOME"] ?? "") + fallback + "/movie-server"
    }
    func address(_ variable: String) -> String? {
      // As everywhere, what is empty is not set.
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
