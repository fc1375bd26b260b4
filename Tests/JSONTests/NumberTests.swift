import JSON
import Testing

/// Numbers (RFC 8259, section 6) and their conversion to Swift's types.
@Suite struct NumberTests {
  @Test(arguments: [
    "0", "-0", "1", "-1", "9", "10", "1234567890", "0.0", "-0.0", "0.5", "1.0", "1.50", "123.456", "0.000001",
    "0e0", "0E0", "1e1", "1E1", "1e+1", "1E+1", "1e-1", "1E-1", "1e01", "1e00", "-1.5e-10", "0e+1",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "1e400", "-1e400", "1e-400", "1e999999999999999999999",
    "123456789012345678901234567890.123456789012345678901234567890",
  ])
  func `a number keeps its original text`(text: String) throws {
    let value = try JSON.parse(text)
    #expect(value == .number(text))
    #expect(value.jsonText == text)
    #expect(try JSON.parse("[\(text)]") == .array([.number(text)]))
    #expect(try JSON.parse("{\"a\": \(text) }").jsonText == "{\"a\":\(text)}")
  }

  @Test(arguments: [
    "00", "01", "-01", "-00", "007", "00.5", "0x10", "0b1", "0o7", "1_000", "1,000", "+1", "+0", "++1", "--1", "- 1",
    "-", "-a", "-.5", ".5", ".", "1.", "-1.", "1.e1", "1..2", "1.2.3", "1.-1", "e1", ".e1", "1e", "1E", "1e+", "1e-",
    "1e+-1", "1e1.5", "1e1e1", "1ee1", "1 e1", "1e 1", "1 .5", "1a", "1f", "1n", "0x", "-Infinity", "1/2",
    "１", "٣", "½", "1−2", "−1",
  ])
  func `malformed numbers are rejected`(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(throws: JSONError.self) { try JSON.parse("[\(text)]") }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("20", 20), ("-7", -7), ("20.0", 20), ("2e1", 20), ("2E+1", 20), ("200e-1", 20), ("-0.0", 0),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9007199254740991.0", 9_007_199_254_740_991),
      ("1.5", nil), ("-0.5", nil), ("1e-1", nil), ("1e400", nil), ("-1e400", nil),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("9223372036854775808.0", nil),
      ("-9223372036854775809.0", nil), ("18446744073709551616", nil),
      // A Double would round it to 9007199254740992.
      ("9007199254740993.0", nil),
    ] as [(String, Int?)])
  func `int is the value of every integer that fits, however it is written`(text: String, value: Int?) throws {
    #expect(try JSON.parse(text).int == value)
  }

  @Test(
    arguments: [
      ("0", 0), ("1", 1), ("-1.5", -1.5), ("0.1", 0.1), ("1e2", 100), ("1E-2", 0.01),
      ("5e-324", .leastNonzeroMagnitude),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("9007199254740993", 9_007_199_254_740_992), ("1e-400", 0),
      ("1.7976931348623159e308", nil), ("1e400", nil), ("-1e400", nil),
    ] as [(String, Double?)])
  func `double is the value of every number in its range`(text: String, value: Double?) throws {
    #expect(try JSON.parse(text).double == value)
  }

  @Test(arguments: [JSON.null, true, "1", "", [1], [:]])
  func `no other kind of value is a number`(value: JSON) {
    #expect(value.int == nil)
    #expect(value.double == nil)
  }

  @Test func `integers of every width become numbers`() {
    #expect(JSON.integer(UInt64.max) == .number("18446744073709551615"))
    #expect(JSON.integer(Int8.min) == .number("-128"))
    #expect(JSON.integer(0) == 0)
  }
}
