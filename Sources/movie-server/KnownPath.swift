struct KnownPath: Sendable {
  /// The member of `paths --json`.
  let name: String
  let help: String
  /// Nil if the configuration has no such path.
  let path: @Sendable (Configuration) -> String?

  static let all: [KnownPath] = [
    KnownPath(name: "config", help: "the configuration file") { $0.paths.config },
    KnownPath(name: "credentials", help: "the keys stored by auth, readable only by their owner") {
      $0.paths.credentials
    },
    KnownPath(name: "data", help: "the data folder, whose contents cannot be fetched again") { $0.paths.data },
    KnownPath(name: "favorites", help: "the favorites, an SQLite database") { $0.paths.favorites },
    KnownPath(name: "sessions", help: "the logins to accounts, readable only by their owner") { $0.paths.logins },
    KnownPath(name: "imdb", help: "the films that import has read from IMDb's files") { $0.paths.imdb },
    KnownPath(name: "cache", help: "the cache folder, which can be deleted at any time") { $0.paths.cache },
    KnownPath(name: "posters", help: "the cached posters") { $0.paths.posters },
    KnownPath(name: "pages", help: "pages about films, which editors open") { $0.paths.pages },
    KnownPath(name: "responses", help: "the cached HTTP responses, an SQLite database") { $0.paths.responses },
    KnownPath(name: "log", help: "the log, if --log-file is set") { $0.logFile },
  ]
}
