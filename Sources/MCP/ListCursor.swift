/// The position after the part of a list that a tool has returned. The server keeps nothing for it.
struct ListCursor {
  var offset: Int
  /// The seed of a random order, which is chosen if the call gives none.
  private(set) var seed: JSON?
  private var fingerprint: String

  /// No list is continued beyond this many films.
  static let maximumOffset = 2_000

  /// The position that a call continues at. Throws if its cursor is not one of this list.
  init(_ call: ToolCall) throws(RPCError) {
    offset = 0
    let others = call.arguments.filter { $0.name != "cursor" && $0.name != "limit" && !$0.value.isNull }
    // It tells a mistake, and protects nothing.
    fingerprint = StableHash.short(JSON.object(others.sorted { $0.name < $1.name }).jsonText)
    guard let text = try call.value("cursor", "a string", \.string) else {
      if call["sort"] == "random", call["seed"] == nil { seed = .integer(Int.random(in: 0..<1 << 31)) }
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0] == fingerprint, let offset = Int(parts[1]),
      (0...Self.maximumOffset).contains(offset)
    else {
      throw .invalidParams(
        "The cursor is not one of this list. Use it unchanged and with the arguments of the call that returned it, or leave it out.",
        field: "cursor")
    }
    self.offset = offset
    if parts.count == 3 {
      guard let seed = Int(parts[2]), seed >= 0 else {
        throw .invalidParams("The cursor is not one of this list.", field: "cursor")
      }
      self.seed = .integer(seed)
    }
  }

  /// The text of the cursor after more films; nil if the list ends there, or is not continued beyond.
  func text(after count: Int, hasMore: Bool) -> JSON? {
    let next = offset + count
    guard hasMore, next <= Self.maximumOffset else { return nil }
    return .string("\(fingerprint).\(next)" + (seed?.int.map { ".\($0)" } ?? ""))
  }
}
