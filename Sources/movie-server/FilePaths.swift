import LibraryStore
import LocalCatalog
import OnlineCatalogs

/// The files and folders that the program uses. The name of each is declared here or by the target that owns the file.
struct FilePaths: Sendable {
  /// The folder for data that cannot be downloaded again.
  var data: String
  /// The folder for data that can be downloaded again.
  var cache: String
  var config: String
  /// The keys that `auth` stores. `--config` does not move this file: others may read the file that it names.
  let credentials: String

  var favorites: String { data + "/" + LibraryStore.fileName }
  var logins: String { data + "/" + CatalogProvider.loginFileName }
  var undo: String { data + "/" + Undo.fileName }
  var imdb: String { data + "/" + NewCatalogFile.name }
  var posters: String { cache + "/posters" }
  var pages: String { cache + "/pages" }
  var responses: String { cache + "/responses" }

  /// The default paths of the XDG Base Directory Specification, on macOS too, as for other command-line tools.
  init(environment: [String: String]) throws(UsageError) {
    try self.init { variable, fallback throws(UsageError) in
      // The specification says that a relative path in these variables must be ignored.
      if let path = environment[variable], Environment.isAbsolute(path) { return path }
      return try Environment.home(environment) + fallback
    }
  }

  init(home: String) { self.init { _, fallback in home + fallback } }

  private init<Failure>(_ folder: (String, String) throws(Failure) -> String) throws(Failure) {
    data = try folder("XDG_DATA_HOME", "/.local/share") + "/movie-server"
    cache = try folder("XDG_CACHE_HOME", "/.cache") + "/movie-server"
    let folder = try folder("XDG_CONFIG_HOME", "/.config") + "/movie-server"
    (config, credentials) = (folder + "/config.json", folder + "/credentials.json")
  }
}

struct KnownPath: Sendable {
  /// The member of `paths --json`.
  let name: String
  let help: String
  let path: @Sendable (Configuration) -> String?

  static let all: [KnownPath] = [
    KnownPath(name: "config", help: "the configuration file") { $0.paths.config },
    KnownPath(name: "credentials", help: "the keys stored by auth, readable only by their owner") {
      $0.paths.credentials
    },
    KnownPath(name: "data", help: "the data folder, whose contents cannot be fetched again") { $0.paths.data },
    KnownPath(name: "favorites", help: "the favorites, an SQLite database") { $0.paths.favorites },
    KnownPath(name: "sessions", help: "the logins to accounts, readable only by their owner") { $0.paths.logins },
    KnownPath(name: "undo", help: "what undoes the last changes by commands") { $0.paths.undo },
    KnownPath(name: "imdb", help: "the films that import has read from IMDb's files") { $0.paths.imdb },
    KnownPath(name: "cache", help: "the cache folder, which can be deleted at any time") { $0.paths.cache },
    KnownPath(name: "posters", help: "the cached posters") { $0.paths.posters },
    KnownPath(name: "pages", help: "pages about films, which editors open") { $0.paths.pages },
    KnownPath(name: "responses", help: "the cached HTTP responses, an SQLite database") { $0.paths.responses },
    KnownPath(name: "log", help: "the log, if --log-file is set") { $0.logFile },
  ]
}
