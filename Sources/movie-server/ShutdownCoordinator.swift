import LibraryStore
import OperatingSystem
import Transcripts

/// Shuts the process down exactly once. The reader, the writer, a signal and the process monitor may all ask for it.
final class ShutdownCoordinator: Sendable {
  typealias Components = (connection: Connection, session: ClientSession, favorites: LibraryStore, recorder: Recorder?)

  private let state = Mutex((components: Components?.none, hasStarted: false))
  private let log: Log

  /// The time limit for closing the favorites; acknowledged changes are durable already.
  private static let favoritesTimeoutMilliseconds = 1_000
  /// The time limit for a slow disk to write the rest of a recording.
  static let recorderTimeoutMilliseconds = 1_000

  init(log: Log) { self.log = log }

  func attach(_ components: sending Components) { state.withLock { $0.components = components } }

  func drainAndExit(reason: String) {
    state.withLock { $0.components }?.connection.drain()
    exit(status: 0, reason: reason)
  }

  /// Closes the components and ends the process, with status 1 if an error has kept messages from the client.
  func exit(status: Int32, reason: String) -> Never {
    let (isFirst, components) = state.withLock { state in
      defer { state.hasStarted = true }
      return (!state.hasStarted, state.components)
    }
    // The first caller ends the process; the others wait for that.
    while !isFirst { pause() }
    log(.info, "shutting down: \(reason)")
    ChildProcess.signalAll(SIGKILL)
    components?.connection.close()
    var status = status
    if let code = components?.connection.outputError {
      log(.error, "cannot write to the client: \(String(cString: strerror(code)))")
      status = 1
    }
    components?.session.end()
    components?.favorites.close(milliseconds: Self.favoritesTimeoutMilliseconds)
    components?.recorder?.finish(status: status, milliseconds: Self.recorderTimeoutMilliseconds)
    // Not `exit`, whose handlers would run while other threads are still running.
    _exit(status)
  }
}
