import Platform

/// A JSON value (RFC 8259). A number keeps its text, so that ids are echoed exactly, and an object its order.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The text of a number, which matches the `number` production of RFC 8259.
  case number(String)
  case string(String)
  /// A string with half of a surrogate pair, or with too many combining marks in a row: its JSON text, with quotes, in
  /// which such marks and ends of lines are escaped. It is written unchanged, so that such an id is echoed; `string`
  /// reads a half as U+FFFD, and leaves out the marks after the 30th.
  case illFormedString(String)
  case array([JSON])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  public static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

  /// An object without the members that have no value.
  public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// A member's value; nil if there is none. Of equal names the last one counts, as in ECMAScript.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.isSame(as: name) }?.value
  }

  /// The value of an object's member whose name is a literal; as `subscript`, but makes no `String` of the name.
  public func member(_ name: StaticString) -> JSON? {
    guard case .object(let members) = self else { return nil }
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return members.last { $0.name.hasUTF8(name) }?.value
  }

  public var string: String? {
    switch self {
    case .string(let text): text
    case .illFormedString(let source): Self.lenientText(of: source)
    default: nil
    }
  }

  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }

  /// The values of a member that is an array; none if there is none.
  public func list(_ name: String) -> [JSON] { self[name]?.array ?? [] }

  public var isNull: Bool { self == .null }

  /// The number as a Double; nil for another kind of value and for a number outside Double's range.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The number as an Int, also for `20.0` and `2e1`; nil if it is no integer or does not fit.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    if let value = Int(text) { return value }
    // From 2^53 on, the Double may have been rounded to another integer.
    guard let value = Double(text), value.magnitude < 0x1p53 else { return nil }
    return Int(exactly: value)
  }
}

extension JSON {
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)), (.string(let left), .string(let right)),
      (.illFormedString(let left), .illFormedString(let right)):
      left.isSame(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON.Member {
  public static func == (left: JSON.Member, right: JSON.Member) -> Bool {
    left.name.isSame(as: right.name) && left.value == right.value
  }
}

extension String {
  /// Whether both have the same code points (RFC 8259, 8.3); `==` compares canonical equivalence instead.
  public func isSame(as other: String) -> Bool {
    // Most comparisons look for a member by name and fail; the lengths tell most names apart.
    guard utf8.count == other.utf8.count else { return false }
    return other.utf8.withContiguousStorageIfAvailable { hasUTF8($0) } ?? utf8.elementsEqual(other.utf8)
  }

  fileprivate func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count == bytes.count else { return false }
    // memcmp(3) instead of `elementsEqual`, which decodes byte by byte.
    return utf8.withContiguousStorageIfAvailable { own in
      bytes.isEmpty || memcmp(own.baseAddress!, bytes.baseAddress!, bytes.count) == 0
    } ?? utf8.elementsEqual(bytes)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
}
