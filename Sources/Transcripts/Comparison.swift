import JSON

/// Where a value is another than a transcript says.
public struct Difference: Equatable, Sendable {
  /// Such as `result.items[0].title`; empty for the whole message.
  public var path: String
  /// What should have been there; nil where nothing should.
  public var expected: String?
  /// What is there; nil where nothing is.
  public var received: String?

  /// Lines for a person, each indented: every difference, and the two messages whole.
  static func report(_ differences: [Difference], expected: String, received: String) -> String {
    var text = ""
    for difference in differences where !difference.path.isEmpty {
      // What only looks alike would be no difference to whoever reads this.
      let isAlike = difference.expected == difference.received
      let values = [difference.expected, difference.received].map { isAlike ? $0.map(escaped) : $0 }
      text += """
          at \(difference.path)
            expected: \(short(values[0], 400))
            received: \(short(values[1], 400))

        """
    }
    return text + "  expected: \(short(expected, 2_000))\n  received: \(short(received, 2_000))"
  }

  /// JSON text in ASCII.
  private static func escaped(_ json: String) -> String {
    json.utf16.map { unit in
      if let ascii = UInt8(exactly: unit), ascii < 0x80 { return String(UnicodeScalar(ascii)) }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static func short(_ text: String?, _ limit: Int) -> String {
    guard let text else { return "nothing" }
    return text.count > limit ? text.prefix(limit) + " …" : text
  }
}

/// Compares what comes with what a transcript says, in which strings may stand for other values; keeps those values.
public struct Comparison: Sendable {
  /// By their names.
  public private(set) var captures: [String: JSON] = [:]
  /// Whether the members of an object must come in the transcript's order. JSON gives them none, and libraries of
  /// several languages neither.
  private let ordersMembers: Bool
  /// Names of members whose values may be any.
  private let ignored: Set<String>

  public init(ordersMembers: Bool = false, ignored: Set<String> = []) {
    self.ordersMembers = ordersMembers
    self.ignored = ignored
  }

  /// The first places where a value is not what the pattern says; none where it is, and then names that stand in the
  /// pattern for the first time have their values.
  public mutating func differences(_ pattern: JSON, _ value: JSON) -> [Difference] {
    let before = captures
    var found: [Difference] = []
    compare(pattern, value, "", &found)
    if !found.isEmpty { captures = before }
    return found
  }

  /// Whether a value is what the pattern says.
  public mutating func matches(_ pattern: JSON, _ value: JSON) -> Bool { differences(pattern, value).isEmpty }

  /// A pattern as whoever says it says it: with the values of its names. A name without a value stands for itself, from
  /// now on.
  public mutating func filled(_ pattern: JSON) -> JSON {
    switch pattern {
    case .null, .bool, .number:
      return pattern
    case .string(let text):
      guard let name = Self.captureName(text) else { return pattern }
      if let value = captures[name] { return value }
      captures[name] = pattern
      return pattern
    case .array(let values):
      return .array(values.map { filled($0) })
    case .object(let members):
      // Others there may be, but this is what one has to say.
      return .object(members.filter { !Self.isOthers($0) }.map { JSON.Member($0.name, filled($0.value)) })
    }
  }

  /// Whether a member stands for any number of others.
  static func isOthers(_ member: JSON.Member) -> Bool { member.name == "…" }

  func ignores(_ name: String) -> Bool { ignored.contains(name) }

  static let wildcard = JSON.string("…")

  /// `requestToken` for `…requestToken`.
  static func captureName(_ text: String) -> String? {
    guard text.unicodeScalars.first == "…" else { return nil }
    let name = text.unicodeScalars.dropFirst()
    return !name.isEmpty && name.allSatisfy(isNameCharacter) ? String(name) : nil
  }

  static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
    default: false
    }
  }

  // MARK: Comparing

  private static let maximumDifferences = 5

  private mutating func compare(_ pattern: JSON, _ value: JSON, _ path: String, _ found: inout [Difference]) {
    guard found.count < Self.maximumDifferences else { return }
    switch (pattern, value) {
    case (Self.wildcard, _):
      return
    case (.string(let text), _) where Self.captureName(text) != nil:
      let name = Self.captureName(text) ?? ""
      guard let earlier = captures[name] else {
        captures[name] = value
        return
      }
      // What was captured is a value now and no pattern, even where it looks like one.
      if !isSame(earlier, value) { found.append(Difference(path, "\(earlier.jsonText), as …\(name) was", value)) }
    case (.object(let expected), .object(let members)):
      compare(expected, members, path, &found)
    case (.array(let expected), .array(let values)):
      for (index, (pattern, value)) in zip(expected, values).enumerated() {
        compare(pattern, value, "\(path)[\(index)]", &found)
      }
      for index in values.indices.dropFirst(expected.count).prefix(1) {
        found.append(Difference("\(path)[\(index)]", nil, values[index]))
      }
      for index in expected.indices.dropFirst(values.count).prefix(1) {
        found.append(Difference("\(path)[\(index)]", expected[index].jsonText, nil))
      }
    default:
      if !isSame(pattern, value) { found.append(Difference(path, pattern.jsonText, value)) }
    }
  }

  private mutating func compare(
    _ pattern: [JSON.Member], _ members: [JSON.Member], _ path: String, _ found: inout [Difference]
  ) {
    let expected = pattern.filter { !Self.isOthers($0) }
    let isOpen = expected.count < pattern.count
    func name(_ member: JSON.Member) -> String { path.isEmpty ? member.name : "\(path).\(member.name)" }
    var rest = members
    for pattern in expected {
      guard let index = rest.firstIndex(where: { $0.name.isSame(as: pattern.name) }) else {
        found.append(Difference(name(pattern), pattern.value.jsonText, nil))
        continue
      }
      let value = rest.remove(at: index).value
      if !ignores(pattern.name) { compare(pattern.value, value, name(pattern), &found) }
    }
    if !isOpen { for member in rest { found.append(Difference(name(member), nil, member.value)) } }
    guard ordersMembers else { return }
    let known = isOpen ? members.filter { member in expected.contains { $0.name.isSame(as: member.name) } } : members
    let isInOrder = zip(expected, known).allSatisfy { $0.name.isSame(as: $1.name) }
    if expected.count == known.count, isOpen || rest.isEmpty, !isInOrder {
      func names(_ members: [JSON.Member]) -> String { members.map(\.name).joined(separator: ", ") }
      let place = path.isEmpty ? "the top" : path
      found.append(Difference(place, "the members \(names(expected))", "the members \(names(known))"))
    }
  }

  /// Numbers by their text: whether 1 or 1.0 was written makes a difference to clients in some languages.
  private func isSame(_ left: JSON, _ right: JSON) -> Bool {
    if ordersMembers { return left == right }
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy(isSame)
    case (.object(let left), .object(var right)):
      guard left.count == right.count else { return false }
      for member in left {
        guard
          let index = right.firstIndex(where: { $0.name.isSame(as: member.name) && isSame(member.value, $0.value) })
        else { return false }
        right.remove(at: index)
      }
      return true
    default:
      return left == right
    }
  }
}

extension Difference {
  fileprivate init(_ path: String, _ expected: String?, _ received: JSON?) {
    self.init(path: path, expected: expected, received: received?.jsonText)
  }

  fileprivate init(_ path: String, _ expected: String?, _ received: String) {
    self.init(path: path, expected: expected, received: received)
  }
}
