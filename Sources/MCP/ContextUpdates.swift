/// Sends what a client has asked to be told: that a resource has changed, and the progress of its requests.
public final class ContextUpdates: Sendable {
  private struct State {
    /// Nil before the session is connected.
    var send: (@Sendable (any OutgoingNotification) -> Void)?
    /// The subscriptions of a session with a handshake.
    var resources: Set<ContextResource> = []
    /// The open requests of other sessions.
    var listeners: [RequestID: (resources: Set<ContextResource>, open: SharedTask<Void>)] = [:]
    /// Whether the session ends, so that new subscriptions end at once.
    var isEnding = false
    /// By the ids of requests: their tokens, and how many notifications were sent.
    var progress: [JSON: (token: JSON, count: Int)] = [:]

    func notify(_ method: String, _ params: JSON, foldKey: String) {
      send?(ContextNotification(method: "notifications/" + method, params: params, foldKey: foldKey))
    }
  }

  // Notifications are sent under the lock, which keeps them in order.
  private let state = Mutex(State())

  public init() {}

  public func connect(_ send: @escaping @Sendable (any OutgoingNotification) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Sends what an event means to the client; returns whether the client wants the end of a loading.
  public func push(_ event: any Event) -> Bool {
    switch event {
    case let loading as Loading: return reportProgress(of: loading)
    case is FavoritesChange: report([], [.favorites])
    case let change as LibraryChange:
      let ids = change.updated.flatMap { [$0.id] + $0.shown.ids } + change.removed
      report(change.isComplete ? Set(ids) : nil, [.library, .watchlist])
    default: break
    }
    return false
  }

  // MARK: Changes

  private func report(_ movies: Set<MovieID>?, _ lists: [ContextResource.List]) {
    state.withLock { state in
      func changed(_ resources: Set<ContextResource>) -> [ContextResource] {
        resources.filter { resource in
          switch resource {
          case .movie(let id): movies?.contains(id) != false
          case .list(let list): lists.contains(list)
          }
        }.sorted { $0.uri < $1.uri }
      }
      for resource in changed(state.resources) {
        state.notify("resources/updated", ["uri": .string(resource.uri)], foldKey: resource.uri)
      }
      for (id, listener) in state.listeners {
        for resource in changed(listener.resources) {
          let params: JSON = ["_meta": Self.meta(id), "uri": .string(resource.uri)]
          state.notify("resources/updated", params, foldKey: id.json.jsonText + " " + resource.uri)
        }
      }
    }
  }

  private static func meta(_ id: RequestID) -> JSON { .object([JSON.Member(Meta.subscription, id.json)]) }

  func subscribe(_ resource: ContextResource) { _ = state.withLock { $0.resources.insert(resource) } }

  func unsubscribe(_ resource: ContextResource) { _ = state.withLock { $0.resources.remove(resource) } }

  /// Acknowledges a subscription, before any notification of it. Its request is answered when the task completes.
  func listen(_ id: RequestID, _ resources: [ContextResource]) -> SharedTask<Void> {
    let open = SharedTask<Void>()
    let accepted = JSON.array(resources.map { .string($0.uri) })
    state.withLock { state in
      state.notify(
        "subscriptions/acknowledged",
        ["_meta": Self.meta(id), "notifications": ["resourceSubscriptions": accepted]], foldKey: id.json.jsonText)
      if state.isEnding { open.resolve(.success(())) } else { state.listeners[id] = (Set(resources), open) }
    }
    return open
  }

  func endListening(_ id: RequestID) { state.withLock { $0.listeners[id] = nil } }

  func endListening(_ willEnd: () -> Void) {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isEnding = true
      return state.listeners.values
    }
    if !listeners.isEmpty { willEnd() }
    for listener in listeners { listener.open.resolve(.success(())) }
  }

  // MARK: Progress

  func beginProgress(_ id: RequestID, _ token: JSON) { state.withLock { $0.progress[id.json] = (token, 0) } }

  func endProgress(_ id: RequestID) { state.withLock { $0.progress[id.json] = nil } }

  /// The number of steps is unknown: work begins and ends as the request goes on.
  private func reportProgress(of loading: Loading) -> Bool {
    state.withLock { state in
      guard let id = loading.request, let (token, count) = state.progress[id] else { return false }
      state.progress[id] = (token, count + 1)
      let message = loading.outcome.map { "\(loading.kind.rawValue): \($0.rawValue)" } ?? loading.kind.rawValue
      state.notify(
        "progress", ["progressToken": token, "progress": .integer(count + 1), "message": .string(message)],
        foldKey: token.jsonText)
      return true
    }
  }
}

/// A notification to the client. Of several about the same, the client needs the newest only.
struct ContextNotification: OutgoingNotification {
  let method: String
  let params: any JSONEncodable & Sendable
  let foldKey: String
  let topic = ""

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
