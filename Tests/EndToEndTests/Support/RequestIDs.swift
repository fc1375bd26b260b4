import JSON

/// Which responses are due, counted by id: what was sent is read here by the rules of JSON-RPC 2.0 alone.
struct RequestIDs: Equatable {
  /// By the id's text. A batch counts as one, by those of its entries.
  private(set) var counts: [String: Int] = [:]
  /// The ids of what may still wait for something.
  private(set) var cancellable: [JSON] = []
  /// That a message tells the server to end, or to end with some process.
  private(set) var endsSession = false

  static func == (left: RequestIDs, right: RequestIDs) -> Bool { left.counts == right.counts }

  static func isID(_ value: JSON) -> Bool {
    switch value {
    case .string, .number, .null: true
    case .bool, .array, .object: false
    }
  }

  /// Adds what the message will be answered with.
  mutating func expect(answersTo message: [UInt8]) {
    guard let json = try? JSON.parse(message) else { return count(.null) }
    guard let entries = json.array else {
      if let id = id(ofAnswerTo: json) { count(id) }
      return
    }
    guard (1...100).contains(entries.count) else { return count(.null) }
    let ids = entries.compactMap { id(ofAnswerTo: $0) }
    if !ids.isEmpty { count(batch: ids) }
  }

  mutating func add(_ others: RequestIDs) {
    counts.merge(others.counts, uniquingKeysWith: +)
    cancellable += others.cancellable
    endsSession = endsSession || others.endsSession
  }

  /// Adds what a response answers; passes over notifications.
  mutating func receive(_ message: JSON) {
    if let entries = message.array {
      count(batch: entries.map { $0["id"] ?? "no id" })
    } else if message["method"] == nil {
      count(message["id"] ?? "no id")
    }
  }

  /// What is different, for a person.
  func differences(from others: RequestIDs) -> [String] {
    Set(counts.keys).union(others.counts.keys).sorted()
      .filter { counts[$0] != others.counts[$0] }
      .map { "\($0): \(counts[$0] ?? 0) and not \(others.counts[$0] ?? 0)" }
  }

  private mutating func count(_ id: JSON) { counts[id.jsonText, default: 0] += 1 }

  private mutating func count(batch ids: [JSON]) {
    counts["[\(ids.map(\.jsonText).sorted().joined(separator: ","))]", default: 0] += 1
  }

  private mutating func id(ofAnswerTo call: JSON) -> JSON? {
    guard case .object = call else { return .null }
    let id = call["id"]
    if let id, !Self.isID(id) { return .null }
    let isWellFormed =
      switch (call["jsonrpc"], call["method"], call["params"]) {
      case ("2.0", .string, nil), ("2.0", .string, .null), ("2.0", .string, .object), ("2.0", .string, .array): true
      default: false
      }
    guard isWellFormed else { return id ?? .null }
    if let id { cancellable.append(id) }
    if ["exit", "shutdown"].contains(call["method"]) || call["params"]?["processId"] != nil { endsSession = true }
    return id
  }
}
