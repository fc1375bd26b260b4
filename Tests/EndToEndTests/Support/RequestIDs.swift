import JSON

/// The expected responses, counted by id, according to JSON-RPC 2.0 alone.
struct RequestIDs: Equatable {
  /// By the text of the id. A batch counts as one, by the ids of its entries.
  private(set) var counts: [String: Int] = [:]
  /// The ids of requests that may still be waiting.
  private(set) var cancellable: [JSON] = []
  /// Whether a message asked the server to exit, at once or with another process.
  private(set) var endsSession = false

  static func == (left: RequestIDs, right: RequestIDs) -> Bool { left.counts == right.counts }

  static func isID(_ value: JSON) -> Bool {
    switch value {
    case .string, .illFormedString, .number, .null: true
    case .bool, .array, .object: false
    }
  }

  /// Adds the expected responses to a message.
  mutating func expect(responsesTo message: [UInt8]) {
    guard let json = try? JSON.parse(message) else { return count(.null) }
    guard let entries = json.array else {
      if let id = id(ofResponseTo: json) { count(id) }
      return
    }
    guard (1...100).contains(entries.count) else { return count(.null) }
    let ids = entries.compactMap { id(ofResponseTo: $0) }
    if !ids.isEmpty { count(batch: ids) }
  }

  mutating func add(_ others: RequestIDs) {
    counts.merge(others.counts, uniquingKeysWith: +)
    cancellable += others.cancellable
    endsSession = endsSession || others.endsSession
  }

  /// Removes the response from those expected; ignores notifications.
  mutating func receive(_ message: JSON) {
    if let entries = message.array {
      count(batch: entries.map { $0["id"] ?? "no id" })
    } else if message["method"] == nil {
      count(message["id"] ?? "no id")
    }
  }

  /// A description of the differences.
  func differences(from others: RequestIDs) -> [String] {
    Set(counts.keys).union(others.counts.keys).sorted()
      .filter { counts[$0] != others.counts[$0] }
      .map { "\($0): \(counts[$0] ?? 0) instead of \(others.counts[$0] ?? 0)" }
  }

  private mutating func count(_ id: JSON) { counts[id.jsonText, default: 0] += 1 }

  private mutating func count(batch ids: [JSON]) {
    counts["[\(ids.map(\.jsonText).sorted().joined(separator: ","))]", default: 0] += 1
  }

  private mutating func id(ofResponseTo call: JSON) -> JSON? {
    guard case .object = call else { return .null }
    let id = call["id"]
    if let id, !Self.isID(id) { return .null }
    let hasParams =
      switch call["params"] {
      case nil, .null, .object, .array: true
      default: false
      }
    let isResponse = call["method"] == nil && id != nil && (call["result"] ?? call["error"]) != nil
    if call["jsonrpc"] == "2.0", isResponse { return nil }
    guard call["jsonrpc"] == "2.0", call["method"]?.string != nil, hasParams else { return id ?? .null }
    if let id { cancellable.append(id) }
    let params = call["params"]?.array?.first ?? call["params"]
    if ["exit", "shutdown"].contains(call["method"]) || params?["processId"] != nil { endsSession = true }
    return id
  }
}
