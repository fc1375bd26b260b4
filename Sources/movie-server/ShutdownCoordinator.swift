import Concurrency
import FavoritesStore
import JSONRPC
import MovieCore
import OperatingSystem
import Platform
import Transcripts

/// The one way out of the process, whoever asks for it first: the reader, a signal, or a watch.
final class ShutdownCoordinator: Sendable {
  /// What has to be ended, in this order.
  struct Parts {
    var connection: Connection
    var session: ClientSession
    var favorites: FavoritesStore
    var recorder: Recorder?
  }

  private struct State {
    var parts: Parts?
    var isOver = false
  }

  private let state = Mutex(State())
  private let log: Log

  /// How long the favorites may take to be closed; what was answered is durable already.
  private static let closingMilliseconds = 1_000
  /// How long a slow disk may take for what is still to be recorded.
  static let recordingMilliseconds = 1_000

  init(log: Log) { self.log = log }

  func attach(_ parts: sending Parts) {
    state.withLock { $0.parts = parts }
  }

  /// Finishes and answers what was accepted, then ends with status 0.
  func drain(_ reason: String) {
    state.withLock { $0.parts }?.connection.drain()
    end(status: 0, reason)
  }

  func end(status: Int32, _ reason: String) -> Never {
    let (isFirst, parts) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.parts)
    }
    // Whoever comes second leaves the ending to the first.
    while !isFirst { pause() }
    log(.info, "ending: \(reason)")
    ChildProcess.signalAll(SIGKILL)
    parts?.connection.close()
    parts?.session.end()
    parts?.favorites.close(milliseconds: Self.closingMilliseconds)
    parts?.recorder?.finish(status: status, milliseconds: Self.recordingMilliseconds)
    // Not `exit`: its handlers would run while other threads still do.
    _exit(status)
  }
}
