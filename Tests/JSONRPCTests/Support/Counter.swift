import JSON
import JSONRPC

/// A notification that is folded by adding counts, or that cannot be folded.
struct Counter: OutgoingNotification {
  var method = "counted"
  var foldKey: String
  var count = 1
  var folds = true

  var topic: String { "topic:" + foldKey }

  var params: any JSONEncodable & Sendable { ["key": .string(foldKey), "count": .integer(count)] as JSON }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? {
    guard folds, let newer = newer as? Counter else { return nil }
    return Counter(method: method, foldKey: foldKey, count: count + newer.count)
  }
}

extension JSON {
  /// A summary of a message: `a 3` for a counter, `resync a,b`, and other text unchanged.
  static func summary(of line: [UInt8]) -> String {
    guard let message = try? JSON.parse(line), let method = message["method"]?.string else {
      return String(decoding: line.prefix(20), as: UTF8.self)
    }
    if let topics = message["params"]?["topics"]?.array {
      return method + " " + topics.compactMap(\.string).joined(separator: ",")
    }
    return "\(message["params"]?["key"]?.string ?? method) \(message["params"]?["count"]?.int ?? -1)"
  }
}
