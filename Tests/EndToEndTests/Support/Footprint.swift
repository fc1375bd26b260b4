import JSON

/// What a message has to do with: by it one can tell which requests may be in flight together without one changing
/// the answer to the other.
struct Footprint {
  private var calls: [JSON]

  init(_ message: String) {
    let json = try? JSON.parse(message)
    calls = json.map { $0.array ?? [$0] } ?? []
  }

  /// Whether this message may be answered otherwise when the earlier one is still in flight, by what protocol.md says
  /// under “Order and cancelling”, “Lists” and “Requests and responses”.
  func dependsOnTheEnd(of earlier: Footprint) -> Bool {
    calls.contains { call in earlier.calls.contains { Self.depends(call, onTheEndOf: $0) } }
  }

  private static func depends(_ call: JSON, onTheEndOf earlier: JSON) -> Bool {
    guard let method = call["method"]?.string, let before = earlier["method"]?.string else { return false }
    // An id can be used again, and is cancelled in vain, once it is answered.
    if let id = id(of: call), id == self.id(of: earlier) { return true }
    // It sets what holds for the whole session.
    if method == "initialize" || before == "initialize" { return true }
    // A search supersedes, and pages asked for together are one; but a page waits for its list's search.
    if let list = list(of: call), list == Self.list(of: earlier), (before, method) != ("search", "nextPage") {
      return true
    }
    // What tells of favorites does not wait for those that change them, unless it is in their order.
    let ordered = ["star", "unstar", "favorites"]
    if ordered.contains(method), ordered.contains(before) { return false }
    return changesFavorites(method) && tellsOfFavorites(before) || changesFavorites(before) && tellsOfFavorites(method)
  }

  /// The request that it is, or that it cancels.
  private static func id(of call: JSON) -> JSON? {
    call["method"] == "$/cancelRequest" ? call["params"]?["id"] : call["id"]
  }

  private static func list(of call: JSON) -> String? {
    let name = call["params"]?["list"]?.string
    return switch call["method"] {
    case "search", "nextPage": name.map { $0.hasPrefix("home:") ? "home" : $0 } ?? "search"
    case "recommendations": name ?? "recommendations:" + (call["params"]?["id"]?.string ?? "")
    case "home": "home"
    default: nil
    }
  }

  private static func changesFavorites(_ method: String) -> Bool {
    ["star", "unstar", "refreshFavorites"].contains(method)
  }

  private static func tellsOfFavorites(_ method: String) -> Bool {
    changesFavorites(method)
      || ["favorites", "search", "nextPage", "home", "recommendations", "detail"].contains(method)
  }
}
