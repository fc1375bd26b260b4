import Concurrency
import JSONRPC
import MovieCore

/// Sends a session's events to its client as the notifications it asked for.
public final class Notifier: Sendable {
  private struct State {
    /// Nil before the session is connected; events are dropped until then, since nobody has asked for anything.
    var send: (@Sendable (any OutgoingNotification) -> Void)?
    /// The names wanted; nil for all.
    var wanted: Set<String>?
  }

  private let state: Mutex<State>

  /// - Parameter isSilent: whether nothing is ever sent.
  public init(isSilent: Bool = false) {
    state = Mutex(State(send: nil, wanted: isSilent ? [] : nil))
  }

  /// Says where notifications go. Those pushed before are lost.
  public func connect(_ send: @escaping @Sendable (any OutgoingNotification) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Narrows what is sent; what was switched off stays off.
  func narrow(to names: [String]) {
    state.withLock { $0.wanted = Set(names).intersection($0.wanted ?? Set(names)) }
  }

  /// Sends an event where the client wants it, and says whether it did.
  @discardableResult
  public func push(_ event: Event) -> Bool {
    // An end comes only behind a beginning that was sent, and belongs to it: the client may want less since then.
    let isOwed = if case .loading(let loading) = event { loading.outcome != nil } else { false }
    let notification: any OutgoingNotification =
      switch event {
      case .loading(let loading): LoadingNotification(loading)
      case .favoritesChanged(let change): FavoritesChangedNotification(change)
      case .sessionChanged(let catalog, let state): SessionChangedNotification(catalog: catalog, state)
      }
    let send = state.withLock { state in
      isOwed || state.wanted?.contains(notification.method) != false ? state.send : nil
    }
    send?(notification)
    return send != nil
  }
}
