import JSON
import Testing

/// Objects and the accessors of the value type.
@Suite struct ObjectTests {
  @Test func `members keep their order`() throws {
    let text = #"{"z":1,"a":2,"m":{"y":3,"b":4}}"#
    #expect(try JSON.parse(text).jsonText == text)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, JSON.integer(2)),
    (#"{"a":2,"b":0,"a":1}"#, 1),
    (#"{"a":1,"\u0061":2}"#, 2),
    (#"{"a":1,"a":null}"#, .null),
  ])
  func `the last of two members with the same name counts`(text: String, value: JSON) throws {
    let object = try JSON.parse(text)
    #expect(object["a"] == value)
  }

  @Test func `both members with the same name stay in the value`() throws {
    #expect(try JSON.parse(#"{"a":1,"a":2}"#).jsonText == #"{"a":1,"a":2}"#)
  }

  @Test func `an absent member differs from a null member`() throws {
    let object = try JSON.parse(#"{"a":null}"#)
    #expect(object["a"]?.isNull == true)
    #expect(object["b"] == nil)
  }

  @Test func `names are case-sensitive`() throws {
    #expect(try JSON.parse(#"{"A":1}"#)["a"] == nil)
  }

  @Test(arguments: [JSON.null, true, 1, "a", ["a"]])
  func `a value that is not an object has no members`(value: JSON) {
    #expect(value["a"] == nil)
  }

  @Test func `each accessor returns only its own kind`() {
    let values: [JSON] = [.null, true, 1, "a", [1], ["a": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.double) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "a", nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
  }
}
