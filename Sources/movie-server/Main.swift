import CLinux
import FavoritesStore
import JSONRPC
import LocalCatalog
import MovieAPI
import MovieCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The composition root: reads the configuration, puts the parts together, and serves until the client is gone.
@main
enum Main {
  static let version = "0.1.0"

  static func main() {
    do {
      let invocation = try Invocation(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: environment(), readFile: readFile)
      switch invocation {
      case .version: writeText("movie-server \(version)\n", to: STDOUT_FILENO)
      case .help: writeText(Invocation.helpText, to: STDOUT_FILENO)
      case .serve(let configuration): try serve(configuration)
      }
    } catch {
      writeText("movie-server: \(error.message)\nTry “movie-server --help”.\n", to: STDERR_FILENO)
      exit(2)
    }
  }

  private static func serve(_ configuration: Configuration) throws(UsageError) {
    #if os(Linux)
      linux_keep_no_large_blocks()
    #endif
    let log = try Log(level: configuration.logLevel, file: configuration.logFile)
    let catalogs: Catalogs
    do {
      catalogs = try Catalogs([BuiltinCatalog()], default: configuration.catalog ?? BuiltinCatalog.name)
    } catch {
      throw UsageError(message: error.message)
    }
    // Nothing but messages reaches the client: a stray print goes to stderr.
    let output = dup(STDOUT_FILENO)
    guard output >= 0 else { throw UsageError(message: "stdout is closed") }
    dup2(STDERR_FILENO, STDOUT_FILENO)

    let ending = Ending(log: log)
    Signals.take { ending.drain("a signal has come") }
    let notifier = Notifier(isSilent: configuration.isSilent)
    let favorites = FavoritesStore(directory: configuration.dataDirectory) { notifier.push(.favoritesChanged($0)) }
    let session = Session(catalogs: catalogs, favorites: favorites, clock: ContinuousClock(), push: notifier.push)
    let server = MovieService.ServerInfo(name: "movie-server", version: version) { process in
      ParentWatch.follow(process) { ending.drain("the client's process is gone") }
    }
    let service = MovieService(session: session, notifier: notifier, server: server)
    let connection = Connection(
      input: STDIN_FILENO, output: output, limits: configuration.limits, handler: service,
      onOutputClosed: { ending.end(status: 0, "the client has closed its end") })
    notifier.connect(connection.notify)
    ending.attach(connection, session, favorites)

    log(.info, "serving the catalog \(catalogs.defaultName), favorites in \(configuration.dataDirectory)")
    switch connection.run() {
    case .orderly: ending.end(status: 0, "the input has ended")
    case .exitWithoutShutdown: ending.end(status: 1, "exit came without shutdown")
    }
  }

  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
      var entry = _NSGetEnviron().pointee
    #else
      var entry = environ
    #endif
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  private static func readFile(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
