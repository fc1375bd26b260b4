import Concurrency
import JSONRPC
import MovieCore

/// Sends a session's events to its client as notifications, if the client wants them.
public final class Notifier: Sendable {
  private struct State {
    /// Nil before the session is connected; events are dropped until then, since there is no request yet.
    var send: (@Sendable (any OutgoingNotification) -> Void)?
    /// The names of the notifications to send; nil for all.
    var wanted: Set<String>?
  }

  private let state: Mutex<State>

  /// - Parameter isSilent: whether no notification is ever sent.
  public init(isSilent: Bool = false) {
    state = Mutex(State(send: nil, wanted: isSilent ? [] : nil))
  }

  /// Sets the receiver of notifications. Events pushed before are lost.
  public func connect(_ send: @escaping @Sendable (any OutgoingNotification) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Restricts the notifications to these names; a notification that is already off stays off.
  func narrow(to names: [String]) {
    state.withLock { $0.wanted = Set(names).intersection($0.wanted ?? Set(names)) }
  }

  /// The names of the notifications that are sent, in the order of the table; unknown names were ignored.
  var activeNames: [String] {
    let wanted = state.withLock { $0.wanted }
    let names = MethodTable.notifications.filter { $0.direction == .serverToClient }.map(\.name)
    return names.filter { wanted?.contains($0) != false }
  }

  /// Sends an event as a notification if the client wants it, and returns whether it did.
  @discardableResult
  public func push(_ event: Event) -> Bool {
    guard var notification = MethodTable.notifications.lazy.compactMap({ $0.make(event) }).first else { return false }
    let name = notification.method
    // Too large for one message: the client requests the difference.
    if case .favoritesChanged(let change) = event, !change.isComplete {
      notification = Resync(topics: [notification.topic])
    }
    // The session reports an end only if the start was sent. Then the client must get it, even if it has turned
    // `loading` off in the meantime.
    let mustSend = if case .loading(let loading) = event { loading.outcome != nil } else { false }
    let send = state.withLock { state in
      mustSend || state.wanted?.contains(name) != false ? state.send : nil
    }
    send?(notification)
    return send != nil
  }
}
