import LibraryStore
import LocalCatalog
import OnlineCatalogs

/// The files and folders that the program uses. The name of each is declared here or by the target that owns the file.
struct FilePaths: Sendable {
  /// The folder for data that cannot be downloaded again.
  var data: String
  /// The folder for data that can be downloaded again.
  var cache: String
  /// The configuration file.
  var config: String
  /// The keys that `auth` stores. `--config` does not move this file: it may name a file in a project folder that other
  /// people can read.
  let credentials: String

  var favorites: String { data + "/" + LibraryStore.fileName }
  var logins: String { data + "/" + CatalogProvider.loginFileName }
  var imdb: String { data + "/" + NewCatalogFile.name }
  var posters: String { cache + "/posters" }
  var pages: String { cache + "/pages" }
  var responses: String { cache + "/responses" }

  /// The default paths of the XDG Base Directory Specification. They hold on macOS too, as for other command-line
  /// tools.
  ///
  /// - Throws: an error if the user has no home folder and one of these paths is in it.
  init(environment: [String: String]) throws(UsageError) {
    func folder(_ variable: String, _ fallback: String) throws(UsageError) -> String {
      // The specification says that a relative path in these variables must be ignored.
      if let path = environment[variable], Environment.isAbsolute(path) { return path }
      return try Environment.home(environment) + fallback
    }
    self.init(
      data: try folder("XDG_DATA_HOME", Self.dataFallback), cache: try folder("XDG_CACHE_HOME", Self.cacheFallback),
      config: try folder("XDG_CONFIG_HOME", Self.configFallback))
  }

  /// The default paths if no variable changes them.
  init(home: String) {
    self.init(data: home + Self.dataFallback, cache: home + Self.cacheFallback, config: home + Self.configFallback)
  }

  private static let dataFallback = "/.local/share"
  private static let cacheFallback = "/.cache"
  private static let configFallback = "/.config"

  /// - Parameters: the folders that the program shares with others.
  private init(data: String, cache: String, config: String) {
    self.data = data + "/movie-server"
    self.cache = cache + "/movie-server"
    self.config = config + "/movie-server/config.json"
    credentials = config + "/movie-server/credentials.json"
  }
}
