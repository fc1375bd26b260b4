/// Sends a session's events to its client as notifications, if the client wants them.
public final class Notifier: Sendable {
  private struct State {
    /// Nil before the session is connected; events are dropped until then, since there is no request yet.
    var send: (@Sendable (any OutgoingNotification) -> Void)?
    var wanted: Set<String>?
  }

  private let declarations: [NotificationDeclaration]
  private let state: Mutex<State>

  public init(_ methods: MethodTable, isSilent: Bool = false) {
    declarations = methods.notifications.filter { $0.direction == .serverToClient }
    state = Mutex(State(send: nil, wanted: isSilent ? [] : nil))
  }

  public func connect(_ send: @escaping @Sendable (any OutgoingNotification) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Restricts the notifications to these names; a notification that is already off stays off.
  func narrow(to names: [String]) { state.withLock { $0.wanted = Set(names).intersection($0.wanted ?? Set(names)) } }

  /// The names of the notifications that are sent, in the order of the table; unknown names were ignored.
  var activeNames: [String] {
    let wanted = state.withLock { $0.wanted }
    return declarations.map(\.name).filter { wanted?.contains($0) != false }
  }

  /// Sends an event as a notification if the client wants it, and returns whether it did.
  @discardableResult
  public func push(_ event: any Event) -> Bool {
    for declaration in declarations {
      guard let (notification, isOwed) = declaration.make(event) else { continue }
      let send = state.withLock { state in
        isOwed || state.wanted?.contains(declaration.name) != false ? state.send : nil
      }
      send?(notification)
      return send != nil
    }
    return false
  }
}
