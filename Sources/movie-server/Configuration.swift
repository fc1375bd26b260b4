import JSONRPC
import LocalCatalog
import OnlineCatalogs

struct Configuration {
  /// The default catalog; nil for the first one available.
  var catalog: String?
  /// The BCP 47 tag of the user's language and country; nil if unknown.
  var language: String?
  /// Mistakes in the configuration file that do not keep the program from running.
  var warnings: [String] = []
  var paths: FilePaths
  /// Commands that print keys kept elsewhere, by provider name.
  var tokenCommands: [String: TokenCommand] = [:]
  var isSilent = false
  var limits = Connection.Limits()
  var logLevel = Log.Level.error
  var logFile: String?
  var recordFile: String?
  var online = Online()
  var sync = Sync()

  struct Sync {
    /// Nil without one.
    var url: String?
    var library = "default"
    /// The program that prints the password, and its arguments; nil if libpq finds the password itself.
    var passwordCommand: [String]?

    /// The member of the configuration file that has the command.
    static let passwordMember = "syncPasswordCommand"
  }

  /// The names of all catalogs, in the order in which they become the default; those that are asked by name come last.
  static let catalogs = {
    let services = CatalogProvider.all.filter { !$0.isByNameOnly }.map(\.name)
    // All of IMDb's films are found faster than those of the second service, which has a quota.
    return services.prefix(1) + [LocalCatalog.imdbName] + services.dropFirst() + [LocalCatalog.builtinName]
      + CatalogProvider.all.filter(\.isByNameOnly).map(\.name)
  }()

  struct Online {
    var baseURLs: [String: String] = [:]
    /// From the call to the last byte of the response.
    var timeoutMilliseconds = 10_000
    var responseCacheBytes = 64 << 20
    var posterCacheBytes = 256 << 20
    var recordFolder: String?
    var replayFolder: String?
    var syncsFavorites = false
  }

  init(paths: FilePaths, environment: [String: String]) {
    self.paths = paths
    language = Environment.language(environment)
    for provider in CatalogProvider.all {
      // An empty variable counts as unset, like everywhere.
      if let url = environment[provider.baseURLVariable], !url.isEmpty { online.baseURLs[provider.name] = url }
    }
  }
}
