import JSON
import Testing

/// Which values are the same. Strings are sequences of code points (RFC 8259 §8.3), also where Swift's own are equal.
@Suite struct EqualityTests {
  /// Pairs that Swift's strings hold to be equal.
  static let lookalikes = [
    ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("K", "\u{212A}"), (";", "\u{37E}"),
    // As long in UTF-8 as each other.
    ("\u{8C48}", "\u{F900}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
  ]

  @Test(arguments: lookalikes)
  func `Strings of other code points are others, wherever they stand`(one: String, other: String) {
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
  func `A name finds the member of just that name`(one: String, other: String) {
    let object = JSON.object([JSON.Member(one, 1), JSON.Member(other, 2)])
    #expect(object[one] == 1)
    #expect(object[other] == 2)
    #expect(JSON.object([JSON.Member(other, 2)])[one] == nil)
  }

  @Test func `Kinds are told apart, and numbers by their text`() {
    let values: [JSON] = [.null, true, false, "1", 1, .number("1.0"), [1], [], [:], ["1": 1], ["1": 2], "", "null"]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() { #expect((left == right) == (i == j)) }
    }
    #expect(JSON.object([JSON.Member("a", 1), JSON.Member("b", 2)]) != ["b": 2, "a": 1])
  }
}
