import FavoritesStore
import JSONRPC
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one way out of the process, whoever asks for it first: the reader, a signal, or a watch.
final class Ending: Sendable {
  private struct Parts {
    var connection: Connection?
    var favorites: FavoritesStore?
    var isOver = false
  }

  private let parts = Locked(Parts())
  private let log: Log

  /// How long the favorites may take to be closed; what was answered is durable already.
  private static let closingMilliseconds = 1_000

  init(log: Log) { self.log = log }

  func attach(_ connection: Connection, _ favorites: FavoritesStore) {
    parts.withLock { parts in
      parts.connection = connection
      parts.favorites = favorites
    }
  }

  /// Finishes and answers what was accepted, then ends with status 0.
  func drain(_ reason: String) {
    parts.withLock { $0.connection }?.drain()
    end(status: 0, reason)
  }

  func end(status: Int32, _ reason: String) -> Never {
    let (isFirst, connection, favorites) = parts.withLock { parts in
      defer { parts.isOver = true }
      return (!parts.isOver, parts.connection, parts.favorites)
    }
    // Whoever comes second leaves the ending to the first.
    while !isFirst { pause() }
    log(.info, "ending: \(reason)")
    ChildCommand.killAll()
    connection?.close()
    favorites?.close(milliseconds: Self.closingMilliseconds)
    // Not `exit`: its handlers would run while other threads still do.
    _exit(status)
  }
}
