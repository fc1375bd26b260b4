/// A file or folder that the program uses.
struct Place: Sendable {
  /// As `paths --json` names it.
  let name: String
  let help: String
  /// Nil where there is none.
  let path: @Sendable (Configuration) -> String?

  static let all: [Place] = [
    Place(name: "config", help: "the configuration file") { $0.configFile },
    Place(name: "credentials", help: "the keys that auth has stored, for their owner only") { $0.credentialsFile },
    Place(name: "data", help: "the folder of what cannot be fetched again") { $0.dataDirectory },
    Place(name: "favorites", help: "the favorites, an SQLite database") { $0.dataDirectory + "/favorites.db" },
    Place(name: "sessions", help: "the logins to accounts, for their owner only") {
      $0.dataDirectory + "/sessions.json"
    },
    Place(name: "cache", help: "the folder of what can be fetched again") { $0.cacheDirectory },
    Place(name: "posters", help: "the folder of posters") { $0.cacheDirectory + "/posters" },
    Place(name: "responses", help: "the services' answers, an SQLite database") { $0.cacheDirectory + "/http.db" },
    Place(name: "log", help: "the log, where --log-file names one") { $0.logFile },
  ]
}
