import JSONRPC

/// Everything that can be set from outside.
struct Configuration {
  /// Nil for the first that is there.
  var catalog: String?
  var dataDirectory: String
  var configFile: String
  var isSilent = false
  var limits = Connection.Limits()
  var logLevel = Log.Level.error
  var logFile: String?
  /// Where the session is written as a transcript.
  var recordFile: String?

  /// The places of the XDG Base Directory Specification, on macOS too, as command-line tools there have it.
  init(environment: [String: String]) {
    func directory(_ variable: String, _ fallback: String) -> String {
      // The specification: a relative path in these variables is to be ignored.
      if let path = environment[variable], path.hasPrefix("/") { return path + "/movie-server" }
      return (environment["HOME"] ?? "") + fallback + "/movie-server"
    }
    dataDirectory = directory("XDG_DATA_HOME", "/.local/share")
    configFile = directory("XDG_CONFIG_HOME", "/.config") + "/config.json"
  }
}
