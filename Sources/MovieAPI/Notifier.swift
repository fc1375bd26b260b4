import JSONRPC
import MovieCore
import Threads

/// Sends a session's events to its client as the notifications it asked for.
public final class Notifier: Sendable {
  private struct State {
    /// Nil before the session is connected; events are dropped until then, since nobody has asked for anything.
    var send: (@Sendable (any OutgoingNotification) -> Void)?
    /// The names wanted; nil for all.
    var wanted: Set<String>?
  }

  private let state: Locked<State>

  /// - Parameter isSilent: whether nothing is ever sent.
  public init(isSilent: Bool = false) {
    state = Locked(State(send: nil, wanted: isSilent ? [] : nil))
  }

  public func connect(_ send: @escaping @Sendable (any OutgoingNotification) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Narrows what is sent; what was switched off stays off.
  func narrow(to names: [String]) {
    state.withLock { $0.wanted = Set(names).intersection($0.wanted ?? Set(names)) }
  }

  public func push(_ event: Event) {
    let notification: any OutgoingNotification =
      switch event {
      case .loading(let loading): LoadingNotification(loading)
      case .favoritesChanged(let change): FavoritesChangedNotification(change)
      }
    let send = state.withLock { state in
      state.wanted?.contains(notification.method) == false ? nil : state.send
    }
    send?(notification)
  }
}
