import JSON
import JSONRPC
import MovieCore
import Testing

@testable import MovieAPI

struct ParameterTests {
  private static let text = Parameter("p", .text, "A text.")
  private static let defaultText = Parameter("p", .text, "A text.").default("search")
  private static let optionalText = Parameter("p", .text, "A text.").optional
  private static let integer = Parameter("p", .integer(in: 1...100), "A number.").default(20)
  private static let optionalInteger = Parameter("p", .integer(in: 0...Int.max), "A number.").optional
  private static let milliseconds = Parameter("p", .milliseconds, "A time.").optional
  private static let texts = Parameter("p", .strings, "Texts.").optional
  private static let id = Parameter("p", .movieID, "A movie.")
  private static let optionalID = Parameter("p", .movieID, "A movie.").optional
  private static let sort = Parameter<ListFavorites.Sort>("p", .choice, "A sort key.").optional
  private static let json = Parameter("p", .json(.object([])), "Any value.").optional

  /// Reads the parameter from params with this member, as a method does.
  private func read<Value>(_ parameter: Parameter<Value>, _ value: String?) throws -> Value {
    let members = try value.map { [JSON.Member("p", try JSON.parse($0))] } ?? []
    return try parameter.read(Params(members)["p"])
  }

  @Test(arguments: [nil, "null"])
  func `absent and null are equivalent: the default, nil, or an error if the parameter is required`(value: String?)
    throws
  {
    #expect(try read(Self.defaultText, value) == "search")
    #expect(try read(Self.optionalText, value) == nil)
    #expect(try read(Self.integer, value) == 20)
    #expect(try read(Self.optionalInteger, value) == nil)
    #expect(try read(Self.milliseconds, value) == nil)
    #expect(try read(Self.texts, value) == nil)
    #expect(try read(Self.optionalID, value) == nil)
    #expect(try read(Self.sort, value) == nil)
    #expect(try read(Self.json, value) == nil)
    expectInvalid { try read(Self.text, value) }
    expectInvalid { try read(Self.id, value) }
  }

  @Test(arguments: [
    (#""parasite""#, "parasite"), (#""  parasite \n""#, "parasite"), (#""　기생충　""#, "기생충"), (#""a  b""#, "a  b"),
    (#""\u00a0x\u2003""#, "x"),
  ])
  func `a text is trimmed`(value: String, text: String) throws {
    #expect(try read(Self.text, value) == text)
    #expect(try read(Self.defaultText, value) == text)
    #expect(try read(Self.optionalText, value) == text)
  }

  @Test(arguments: [#""""#, #"" \t\r\n""#, #""　""#, "1", "true", "[]", "{}", #"["a"]"#])
  func `a blank text or another type is invalid`(value: String) {
    expectInvalid { try read(Self.text, value) }
    expectInvalid { try read(Self.defaultText, value) }
    expectInvalid { try read(Self.optionalText, value) }
  }

  @Test(arguments: [("1", 1), ("100", 100), ("20.0", 20), ("2e1", 20)])
  func `a whole number may have any notation`(value: String, number: Int) throws {
    #expect(try read(Self.integer, value) == number)
    #expect(try read(Self.optionalInteger, value) == number)
  }

  @Test(arguments: ["0", "101", "-1", "1.5", "1e3", "99999999999999999999", #""20""#, "true", "[20]", "{}"])
  func `a number with a fraction or out of bounds is invalid`(value: String) {
    expectInvalid { try read(Self.integer, value) }
  }

  @Test(arguments: ["-1", "0.5", "9223372036854775808", "1e400", "false"])
  func `a number without an upper bound must fit into an Int`(value: String) {
    expectInvalid { try read(Self.optionalInteger, value) }
  }

  @Test func `milliseconds are a duration of at most a minute`() throws {
    #expect(try read(Self.milliseconds, "0") == .zero)
    #expect(try read(Self.milliseconds, "250") == .milliseconds(250))
    #expect(try read(Self.milliseconds, "60000") == .seconds(60))
    for value in ["60001", "-1", "0.5", #""250""#] { expectInvalid { try read(Self.milliseconds, value) } }
  }

  @Test func `texts are an array of strings`() throws {
    #expect(try read(Self.texts, "[]") == [])
    #expect(try read(Self.texts, #"["a","b"]"#) == ["a", "b"])
    for value in [#""a""#, "[1]", #"["a",null]"#, "{}"] { expectInvalid { try read(Self.texts, value) } }
  }

  @Test func `the id of a viewing is a short clean text`() throws {
    let viewing = Parameter("p", .viewingID, "A viewing.")
    #expect(try read(viewing, #""7f3c a""#) == "7f3c a")
    let long = "\"\(String(repeating: "한", count: 34))\""
    for value in [#""a\u001b[2J""#, #""\u202ea""#, #""a  b""#, #""\u009ba""#, long] {
      expectInvalid { try read(viewing, value) }
    }
  }

  @Test func `a movie id consists of a catalog and a native id`() throws {
    #expect(try read(Self.id, #""builtin:tt1""#) == MovieID(catalog: "builtin", native: "tt1"))
    #expect(try read(Self.optionalID, #""builtin:tt1""#) == MovieID(catalog: "builtin", native: "tt1"))
    for value in [#""tt1""#, #""""#, #""builtin:""#, "1", "{}"] {
      expectInvalid { try read(Self.id, value) }
      expectInvalid { try read(Self.optionalID, value) }
    }
  }

  @Test func `a choice is one of its names, and the error lists them`() throws {
    #expect(try read(Self.sort, #""rating""#) == .rating)
    for value in [#""Rating""#, #""""#, "1", "[]"] {
      let error = expectInvalid { try read(Self.sort, value) }
      #expect(error?.message.contains("starredAt, title, year, rating") == true)
    }
  }

  @Test(arguments: ["1", "{}", "[1]", #""x""#])
  func `a JSON value is read unchanged`(value: String) throws {
    #expect(try read(Self.json, value) == JSON.parse(value))
  }

  @discardableResult
  private func expectInvalid(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
  ) -> RPCError? {
    let error = #expect(throws: RPCError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == -32602, sourceLocation: sourceLocation)
    #expect(error?.reason == "invalidParams", sourceLocation: sourceLocation)
    #expect(error?.details == [JSON.Member("field", "p")], sourceLocation: sourceLocation)
    return error
  }
}
