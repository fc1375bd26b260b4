/// A file or folder that the program uses.
struct KnownPath: Sendable {
  /// The member of `paths --json`.
  let name: String
  let help: String
  /// Nil if the configuration has no such path.
  let path: @Sendable (Configuration) -> String?

  static let all: [KnownPath] = [
    KnownPath(name: "config", help: "the configuration file") { $0.configFile },
    KnownPath(name: "credentials", help: "the keys stored by auth, readable only by their owner") {
      $0.credentialsFile
    },
    KnownPath(name: "data", help: "the data folder, whose contents cannot be fetched again") { $0.dataDirectory },
    KnownPath(name: "favorites", help: "the favorites, an SQLite database") { $0.dataDirectory + "/favorites.db" },
    KnownPath(name: "sessions", help: "the logins to accounts, readable only by their owner") {
      $0.dataDirectory + "/sessions.json"
    },
    KnownPath(name: "cache", help: "the cache folder, which can be deleted at any time") { $0.cacheDirectory },
    KnownPath(name: "posters", help: "the cached posters") { $0.cacheDirectory + "/posters" },
    KnownPath(name: "responses", help: "the cached HTTP responses, an SQLite database") {
      $0.cacheDirectory + "/http.db"
    },
    KnownPath(name: "log", help: "the log, if --log-file is set") { $0.logFile },
  ]
}
