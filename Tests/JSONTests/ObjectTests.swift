import JSON
import Testing

/// Objects and the accessors of the value type.
@Suite struct ObjectTests {
  @Test func `Members keep the order in which they came`() throws {
    let text = #"{"z":1,"a":2,"m":{"y":3,"b":4}}"#
    #expect(try JSON.parse(text).jsonText == text)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, JSON.integer(2)),
    (#"{"a":2,"b":0,"a":1}"#, 1),
    (#"{"a":1,"\u0061":2}"#, 2),
    (#"{"a":1,"a":null}"#, .null),
  ])
  func `Of two members with one name the last counts`(text: String, value: JSON) throws {
    let object = try JSON.parse(text)
    #expect(object["a"] == value)
  }

  @Test func `Both members of one name stay in the value`() throws {
    #expect(try JSON.parse(#"{"a":1,"a":2}"#).jsonText == #"{"a":1,"a":2}"#)
  }

  @Test func `A member that is absent is not one that is null`() throws {
    let object = try JSON.parse(#"{"a":null}"#)
    #expect(object["a"]?.isNull == true)
    #expect(object["b"] == nil)
  }

  @Test func `Names are compared with their case`() throws {
    #expect(try JSON.parse(#"{"A":1}"#)["a"] == nil)
  }

  @Test(arguments: [JSON.null, true, 1, "a", ["a"]])
  func `What is no object has no members`(value: JSON) {
    #expect(value["a"] == nil)
  }

  @Test func `Each accessor takes its own kind only`() {
    let values: [JSON] = [.null, true, 1, "a", [1], ["a": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.double) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "a", nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
  }
}
