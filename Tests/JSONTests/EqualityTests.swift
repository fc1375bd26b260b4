import JSON
import Testing

/// Equality of values. Strings are compared by code points (RFC 8259, section 8.3), unlike Swift's `==`.
@Suite struct EqualityTests {
  /// Pairs of strings that are equal to Swift's `==`.
  static let lookalikes = [
    ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("K", "\u{212A}"), (";", "\u{37E}"),
    // These have the same length in UTF-8.
    ("\u{8C48}", "\u{F900}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
  ]

  @Test(arguments: lookalikes)
  func `strings with different code points are different, wherever they occur`(one: String, other: String) {
    #expect(one == other)
    #expect(JSON.string(one) == JSON.string(one))
    #expect(JSON.string(one) != JSON.string(other))
    #expect(JSON.array([.string(one)]) != JSON.array([.string(other)]))
    #expect(JSON.Member("a", .string(one)) != JSON.Member("a", .string(other)))
    #expect(JSON.Member(one, .null) != JSON.Member(other, .null))
    #expect(JSON.object([JSON.Member(one, .null)]) != JSON.object([JSON.Member(other, .null)]))
    #expect(Set([JSON.string(one), JSON.string(other), JSON.string(one)]).count == 2)
  }

  @Test(arguments: lookalikes)
  func `a name finds only the member with exactly that name`(one: String, other: String) {
    let object = JSON.object([JSON.Member(one, 1), JSON.Member(other, 2)])
    #expect(object[one] == 1)
    #expect(object[other] == 2)
    #expect(JSON.object([JSON.Member(other, 2)])[one] == nil)
  }

  @Test func `values of different kinds are different, and numbers compare by their text`() {
    let values: [JSON] = [.null, true, false, "1", 1, .number("1.0"), [1], [], [:], ["1": 1], ["1": 2], "", "null"]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() { #expect((left == right) == (i == j)) }
    }
    #expect(JSON.object([JSON.Member("a", 1), JSON.Member("b", 2)]) != ["b": 2, "a": 1])
  }
}
