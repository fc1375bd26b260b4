import Foundation
import JSON
import Testing

/// A line of `Tests/Faults`: an input and the expected response. The files document their format.
struct FaultCase: Sendable, CustomTestStringConvertible {
  enum Answer: Equatable, Sendable {
    /// The reason is nil for a result.
    case single(id: String, reason: String?, field: String?)
    case batch([Answer])
  }

  var file: String
  var line: Int
  /// Nil if the case applies to every framing.
  var framing: Framing?
  var answers: [Answer]
  /// The next message is read as part of this one, and never answered.
  var swallowsNextMessage = false
  var bytes: [UInt8]

  var testDescription: String { "\(file):\(line)" }

  static func all(of file: String) throws -> [FaultCase] {
    try Repository.lines(of: "Tests/Faults/\(file)").enumerated().compactMap { index, line in
      guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
      guard let split = line.firstRange(of: " | ") else { throw Failure("\(file):\(index + 1): no “|”.") }
      return try FaultCase(file: file, line: index + 1, line[..<split.lowerBound], line[split.upperBound...])
    }
  }

  private init(file: String, line: Int, _ expectation: Substring, _ text: Substring) throws {
    (self.file, self.line) = (file, line)
    var expectation = expectation
    for (word, framing) in [("lines ", Framing.lines), ("headers ", .headers)] where expectation.hasPrefix(word) {
      self.framing = framing
      expectation = expectation.dropFirst(word.count)
    }
    if expectation.hasSuffix(", swallows the next") {
      swallowsNextMessage = true
      expectation = expectation.dropLast(", swallows the next".count)
    }
    let isBatch = expectation.hasPrefix("[")
    if isBatch { expectation = expectation.dropFirst().dropLast() }
    answers = try expectation == "nothing" ? [] : expectation.split(separator: ", ").map(Self.answer)
    if isBatch { answers = [.batch(answers)] }
    bytes = try Self.decode(text)
  }

  private static func answer(_ text: Substring) throws -> Answer {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { throw Failure("Not a response: \(text)") }
    let reason = words[0].split(separator: ":", maxSplits: 1).map(String.init)
    return .single(
      id: try JSON.parse(decode(words[1])).jsonText, reason: reason[0] == "result" ? nil : reason[0],
      field: reason.count > 1 ? reason[1] : nil)
  }

  /// Decodes the escapes.
  private static func decode(_ text: Substring) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "⟨" else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        continue
      }
      var depth = 1
      let escape = rest.prefix { scalar in
        depth += scalar == "⟨" ? 1 : scalar == "⟩" ? -1 : 0
        return depth > 0
      }
      rest = rest[escape.endIndex...].dropFirst()
      if let times = escape.firstIndex(of: "×"), let count = Int(String(escape[..<times])) {
        let repeated = try decode(Substring(escape[escape.index(after: times)...]))
        for _ in 0..<count { bytes += repeated }
      } else {
        for digits in escape.split(separator: " ") {
          guard let byte = UInt8(String(digits), radix: 16) else { throw Failure("Not an escape: ⟨\(escape)⟩") }
          bytes.append(byte)
        }
      }
    }
    return bytes
  }
}

extension FaultCase.Answer {
  /// Classifies a message from the server; nil for a notification.
  init?(_ message: JSON) {
    if let entries = message.array {
      self = .batch(entries.compactMap(Self.init))
    } else if let id = message["id"], message["result"] != nil || message["error"] != nil {
      let data = message["error"]?["data"]
      let reason = message["error"].map { _ in data?["reason"]?.string ?? "an error without a reason" }
      self = .single(id: id.jsonText, reason: reason, field: data?["field"]?.string)
    } else {
      return nil
    }
  }
}
