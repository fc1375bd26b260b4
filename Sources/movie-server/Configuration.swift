import JSONRPC
import LocalCatalog
import OnlineCatalogs

/// All settings, with their defaults.
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
  /// The transcript to record the session in.
  var recordFile: String?
  var online = Online()
  var sync = Sync()

  /// The database in which machines meet.
  struct Sync {
    /// Nil without one.
    var url: String?
    var library = "default"
    /// The program that prints the password, and its arguments; nil if libpq finds the password itself.
    var passwordCommand: [String]?

    /// The member of the configuration file that has the command.
    static let passwordMember = "syncPasswordCommand"
  }

  /// The names of all catalogs, in the order in which they become the default; those that are asked by name only come
  /// last.
  static let catalogs = {
    let services = CatalogProvider.all.filter { !$0.isByNameOnly }.map(\.name)
    // All of IMDb's films are found faster than those of the second service, which has a quota.
    return services.prefix(1) + [LocalCatalog.imdbName] + services.dropFirst() + [LocalCatalog.builtinName]
      + CatalogProvider.all.filter(\.isByNameOnly).map(\.name)
  }()

  /// The settings of the online catalogs.
  struct Online {
    /// Base URLs that replace the services' own, by provider name.
    var baseURLs: [String: String] = [:]
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

  /// The defaults.
  init(paths: FilePaths, environment: [String: String]) {
    self.paths = paths
    language = Environment.language(environment)
    for provider in CatalogProvider.all {
      // An empty variable counts as unset, like everywhere.
      if let url = environment[provider.baseURLVariable], !url.isEmpty { online.baseURLs[provider.name] = url }
    }
  }
}
