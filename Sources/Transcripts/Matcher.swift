import Redaction

/// Matches messages against those of a transcript, and binds the names of placeholders to values.
public struct Matcher: Sendable {
  /// The values of named placeholders.
  public private(set) var captures: [String: JSON] = [:]
  /// Usually false: in JSON, and in the libraries of several languages, members have no order.
  private let ordersMembers: Bool
  private let ignored: Set<String>

  private static let maximumMismatches = 5

  /// - Parameter ignored: the names of members that must exist, but may have any value.
  public init(ordersMembers: Bool = false, ignored: Set<String> = []) {
    (self.ordersMembers, self.ignored) = (ordersMembers, ignored)
  }

  /// Returns the first mismatches of a value. If there are none, names that are new in the pattern are bound.
  public mutating func mismatches(_ pattern: JSON, _ value: JSON) -> [Mismatch] {
    let before = captures
    var found: [Mismatch] = []
    compare(pattern, value, "", &found)
    if !found.isEmpty { captures = before }
    return found
  }

  /// Whether a value matches the pattern. If it does, names that are new in the pattern are bound.
  public mutating func matches(_ pattern: JSON, _ value: JSON) -> Bool { mismatches(pattern, value).isEmpty }

  /// The pattern as it is sent, with the values of its names. A name without one is bound to its own string.
  public mutating func filled(_ pattern: JSON) -> JSON {
    switch pattern {
    case .null, .bool, .number, .illFormedString:
      return pattern
    case .string(let text):
      guard let name = Placeholder.name(in: text) else { return pattern }
      if let value = captures[name] { return value }
      captures[name] = pattern
      return pattern
    case .array(let values):
      return .array(values.map { filled($0) })
    case .object(let members):
      return .object(members.filter { !Self.allowsOthers($0) }.map { JSON.Member($0.name, filled($0.value)) })
    }
  }

  /// Whether a member of a pattern matches any number of other members.
  static func allowsOthers(_ member: JSON.Member) -> Bool { member.name == "…" }

  func ignores(_ name: String) -> Bool { ignored.contains(name) }

  private mutating func compare(_ pattern: JSON, _ value: JSON, _ path: String, _ found: inout [Mismatch]) {
    guard found.count < Self.maximumMismatches else { return }
    switch (pattern, value) {
    case (Placeholder.wildcard, _):
      return
    case (.object(let expected), .object(let members)):
      compare(expected, members, path, &found)
    case (.array(let expected), .array(let values)):
      for (index, (pattern, value)) in zip(expected, values).enumerated() {
        compare(pattern, value, "\(path)[\(index)]", &found)
      }
      if let index = values.indices.dropFirst(expected.count).first {
        found.append(Mismatch(path: "\(path)[\(index)]", expected: nil, received: values[index].jsonText))
      }
      if let index = expected.indices.dropFirst(values.count).first {
        found.append(Mismatch(path: "\(path)[\(index)]", expected: expected[index].jsonText, received: nil))
      }
    default:
      var expected = pattern.jsonText
      var bound = pattern
      if let name = pattern.string.flatMap({ Placeholder.name(in: $0) }) {
        guard let captured = captures[name] else {
          captures[name] = value
          return
        }
        // A captured value is not a pattern, even if it looks like one.
        bound = captured
        expected = "\(bound.jsonText), the value of …\(name)"
      }
      if !areEqual(bound, value) { found.append(Mismatch(path: path, expected: expected, received: value.jsonText)) }
    }
  }

  private mutating func compare(
    _ pattern: [JSON.Member], _ members: [JSON.Member], _ path: String, _ found: inout [Mismatch]
  ) {
    let expected = pattern.filter { !Self.allowsOthers($0) }
    let isOpen = expected.count < pattern.count
    func memberPath(_ member: JSON.Member) -> String { path.isEmpty ? member.name : "\(path).\(member.name)" }
    var rest = members
    for pattern in expected {
      guard let index = rest.firstIndex(where: { $0.name.isSame(as: pattern.name) }) else {
        found.append(Mismatch(path: memberPath(pattern), expected: pattern.value.jsonText, received: nil))
        continue
      }
      let value = rest.remove(at: index).value
      if !ignores(pattern.name) { compare(pattern.value, value, memberPath(pattern), &found) }
    }
    if !isOpen {
      for member in rest {
        found.append(Mismatch(path: memberPath(member), expected: nil, received: member.value.jsonText))
      }
    }
    guard ordersMembers else { return }
    let known = isOpen ? members.filter { member in expected.contains { $0.name.isSame(as: member.name) } } : members
    let isInOrder = zip(expected, known).allSatisfy { $0.name.isSame(as: $1.name) }
    if expected.count == known.count, isOpen || rest.isEmpty, !isInOrder {
      func names(_ members: [JSON.Member]) -> String { "the members " + members.map(\.name).joined(separator: ", ") }
      found.append(Mismatch(path: path.isEmpty ? "the top" : path, expected: names(expected), received: names(known)))
    }
  }

  /// Numbers are compared by their text, because clients in some languages distinguish 1 and 1.0.
  private func areEqual(_ left: JSON, _ right: JSON) -> Bool {
    if ordersMembers { return left == right }
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy(areEqual)
    case (.object(let left), .object(var right)):
      guard left.count == right.count else { return false }
      for member in left {
        guard
          let index = right.firstIndex(where: { $0.name.isSame(as: member.name) && areEqual(member.value, $0.value) })
        else { return false }
        right.remove(at: index)
      }
      return true
    default:
      return left == right
    }
  }
}
