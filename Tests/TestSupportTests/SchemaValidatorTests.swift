import JSON
import TestSupport
import Testing

/// The validator that checks the protocol must itself detect errors.
struct SchemaValidatorTests {
  private static let validator = SchemaValidator(document: ["a": ["b/c": ["type": "integer"]]])

  private func faults(_ schema: String, _ value: String, isStrict: Bool = false) throws -> [String] {
    var validator = Self.validator
    validator.isStrict = isStrict
    return validator.faults(of: try JSON.parse(value), against: try JSON.parse(schema))
  }

  @Test(arguments: [
    (#"{"type":"integer"}"#, "1", "1.5"), (#"{"type":"integer"}"#, "1.0", #""1""#),
    (#"{"type":"number"}"#, "1.5", "true"),
    (#"{"type":"string"}"#, #""""#, "null"), (#"{"type":"boolean"}"#, "false", "0"),
    (#"{"type":["string","null"]}"#, "null", "1"), (#"{"type":"array"}"#, "[]", "{}"),
    (#"{"type":"object"}"#, "{}", "[]"),
    (#"{"const":true}"#, "true", "false"), (#"{"enum":["a","b"]}"#, #""b""#, #""c""#),
    (#"{"minimum":0.5}"#, "0.5", "0.4"),
    (#"{"maximum":10}"#, "10", "11"), (#"{"multipleOf":0.5}"#, "9.5", "9.7"), (#"{"minLength":1}"#, #""é""#, #""""#),
    (#"{"maxLength":1}"#, #""é""#, #""ab""#), (#"{"pattern":"\\S"}"#, #"" a""#, #""  ""#),
    (#"{"format":"date"}"#, #""2019-05-30""#, #""May 2019""#),
    (#"{"format":"date-time"}"#, #""2026-01-31T12:00:00.000Z""#, #""2026-01-31""#),
    (#"{"format":"uri"}"#, #""https://a.org/x?y=1""#, #""a b""#),
    (#"{"type":"array","items":{"type":"integer"}}"#, "[1,2]", #"[1,"2"]"#),
    (#"{"properties":{"n":{"type":"integer"}}}"#, #"{"n":1,"m":"x"}"#, #"{"n":"1"}"#),
    (#"{"properties":{"n":{}},"required":["n"]}"#, #"{"n":null}"#, "{}"), (##"{"$ref":"#/a/b~1c"}"##, "1", "true"),
    (#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#, "1", "true"),
  ])
  func `a value matches its schema or has faults`(schema: String, right: String, wrong: String) throws {
    #expect(try faults(schema, right) == [])
    #expect(try !faults(schema, wrong).isEmpty)
  }

  @Test func `in strict mode an undeclared member is a fault`() throws {
    let schema = #"{"type":"object","properties":{"n":{"type":"object","properties":{}}}}"#
    #expect(try faults(schema, #"{"n":{"m":1}}"#) == [])
    #expect(try !faults(schema, #"{"n":{"m":1}}"#, isStrict: true).isEmpty)
    #expect(try !faults(schema, #"{"m":1}"#, isStrict: true).isEmpty)
  }

  @Test func `a hole matches every schema if holes are allowed`() {
    let validator = SchemaValidator(document: [:], hasHoles: true)
    #expect(validator.faults(of: ["…"], against: ["type": "array", "items": ["type": "integer"]]) == [])
    #expect(!Self.validator.faults(of: "…", against: ["type": "integer"]).isEmpty)
  }

  @Test(arguments: [
    #"{"type":"text"}"#, #"{"type":[]}"#, #"{"typ":"string"}"#, #"{"enum":[]}"#, #"{"enum":["a","a"]}"#,
    #"{"minimum":"1"}"#, #"{"multipleOf":0}"#, #"{"pattern":"("}"#, #"{"format":"day"}"#, #"{"items":[]}"#,
    #"{"anyOf":[]}"#, #"{"anyOf":[{"type":"x"}]}"#, #"{"properties":{"a":{"type":"x"}}}"#, #"{"required":[]}"#,
    #"{"properties":{},"required":["a"]}"#, #"{"type":"integer","default":"1"}"#, ##"{"$ref":"#/b"}"##,
    ##"{"$ref":"#/a","description":"An a."}"##, #"{"description":"no sentence"}"#, "true",
    #"{"type":"string","type":"string"}"#,
  ])
  func `an invalid or unsupported schema has faults`(schema: String) throws {
    let schema = try JSON.parse(schema)
    #expect(!Self.validator.faults(ofSchema: schema, at: "s").isEmpty)
  }
}
