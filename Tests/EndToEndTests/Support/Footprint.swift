import JSON

/// What a message reads or changes. Shows which requests can be in flight together without affecting each other's
/// responses.
struct Footprint {
  private var calls: [JSON]

  init(_ message: String) {
    let json = try? JSON.parse(message)
    calls = json.map { $0.array ?? [$0] } ?? []
  }

  /// Whether this message's response may change while the earlier one is in flight, according to the sections “Order
  /// and cancelling”, “Lists” and “Requests and responses” of protocol.md.
  func depends(on earlier: Footprint) -> Bool {
    calls.contains { call in earlier.calls.contains { Self.depends(call, on: $0) } }
  }

  private static func depends(_ call: JSON, on earlier: JSON) -> Bool {
    guard let method = call["method"]?.string, let before = earlier["method"]?.string else { return false }
    // Once a request is answered its id can be used again, and can no longer be cancelled.
    if let id = id(of: call), id == self.id(of: earlier) { return true }
    // It affects the whole session.
    if method == "initialize" || before == "initialize" { return true }
    // A search supersedes others, and pages requested together are one; but a page waits for its list's search.
    if let list = list(of: call), list == Self.list(of: earlier), (before, method) != ("search", "nextPage") {
      return true
    }
    // Requests that only read what is kept do not wait for those that change it, unless they are ordered with them.
    let ordered = ["star", "unstar", "favorites"]
    if ordered.contains(method), ordered.contains(before) { return false }
    return changesLibrary(method) && readsLibrary(before) || changesLibrary(before) && readsLibrary(method)
  }

  /// The id of the request, or of the one that it cancels.
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

  private static func changesLibrary(_ method: String) -> Bool {
    ["star", "unstar", "refreshFavorites", "mark", "logViewing", "deleteViewing", "importLibrary"].contains(method)
  }

  private static func readsLibrary(_ method: String) -> Bool {
    changesLibrary(method)
      || [
        "favorites", "search", "nextPage", "home", "recommendations", "detail", "library", "diary", "tags",
        "statistics", "exportLibrary",
      ].contains(method)
  }
}
