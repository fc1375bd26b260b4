import FavoritesStore
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

  var favorites: String { data + "/" + FavoritesStore.fileName }
  var logins: String { data + "/" + CatalogProvider.loginFileName }
  var posters: String { cache + "/posters" }
  var responses: String { cache + "/http.db" }

  /// The default paths of the XDG Base Directory Specification. They hold on macOS too, as for other command-line
  /// tools.
  init(environment: [String: String]) {
    func folder(_ variable: String, _ fallback: String) -> String {
      // The specification says that a relative path in these variables must be ignored.
      if let path = environment[variable], path.utf8.first == UInt8(ascii: "/") { return path + "/movie-server" }
      return (environment["HOME"] ?? "") + fallback + "/movie-server"
    }
    data = folder("XDG_DATA_HOME", "/.local/share")
    cache = folder("XDG_CACHE_HOME", "/.cache")
    let configFolder = folder("XDG_CONFIG_HOME", "/.config")
    config = configFolder + "/config.json"
    credentials = configFolder + "/credentials.json"
  }
}
