import LocalCatalog
import OnlineCatalogs
import OperatingSystem

struct ConfigurationFile {
  private static let maximumBytes = 1 << 20

  let bytes: [UInt8]
  /// Whether users other than its owner and root can change it, or its owner is another user.
  let isWritableByOthers: Bool

  /// Reads the file. Never waits for a writer, as for one of a pipe.
  init?(_ path: String, isOptional: Bool) throws(UsageError) {
    func failure(_ reason: String) -> UsageError { UsageError("cannot read the configuration file \(path): \(reason)") }
    let (descriptor, status): (Int32, stat)
    do throws(FileError) {
      (descriptor, status) = try openRegularFile(path)
    } catch {
      if isOptional, ![EISDIR, EINVAL].contains(error.code) { return nil }
      throw failure(error.reason)
    }
    defer { close(descriptor) }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes + 1) else {
      throw failure(String(cString: strerror(errno)))
    }
    guard bytes.count <= Self.maximumBytes else { throw failure("it has more than \(Self.maximumBytes) bytes") }
    self.bytes = bytes
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0 || ![0, geteuid()].contains(status.st_uid)
  }
}

struct Configuration {
  /// The default catalog; nil for the first one available.
  var catalog: String?
  /// The BCP 47 tag of the user's language and country; nil if unknown.
  var language: String?
  /// Mistakes in the configuration file that do not keep the program from running.
  var warnings: [String] = []
  var paths: FilePaths
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
