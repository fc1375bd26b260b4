import JSON
import JSONRPC
import MovieCore
import Testing

@testable import MovieAPI

struct ParameterTests {
  private static let text = Parameter.text("p", "Text.")
  private static let defaultText = Parameter.text("p", "Text.", default: "search")
  private static let optionalText = Parameter.optionalText("p", "Text.")
  private static let integer = Parameter.integer("p", "A number.", in: 1...100, default: 20)
  private static let optionalInteger = Parameter.optionalInteger("p", "A number.", in: 0...Int.max)
  private static let milliseconds = Parameter.optionalMilliseconds("p", "Time.")
  private static let texts = Parameter.optionalTexts("p", "Texts.")
  private static let id = Parameter.movieID("p", "A movie.")
  private static let optionalID = Parameter.optionalMovieID("p", "A movie.")
  private static let sort = Parameter<FavoritesQuery.Sort>.optionalChoice("p", "An order.")
  private static let json = Parameter.optionalJSON("p", "Anything.", .object([]))

  /// Reads a parameter out of params with this member, as a method does.
  private func read<Value>(_ parameter: Parameter<Value>, _ value: String?) throws -> Value {
    let members = try value.map { [JSON.Member("p", try JSON.parse($0))] } ?? []
    return try parameter.read(Params(members)["p"])
  }

  @Test(arguments: [nil, "null"])
  func `Absent and null are the same: the default, nothing, or a failure where it is needed`(value: String?) throws {
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
  func `Text loses the white space around it`(value: String, text: String) throws {
    #expect(try read(Self.text, value) == text)
    #expect(try read(Self.defaultText, value) == text)
    #expect(try read(Self.optionalText, value) == text)
  }

  @Test(arguments: [#""""#, #"" \t\r\n""#, #""　""#, "1", "true", "[]", "{}", #"["a"]"#])
  func `Text is a string with something in it`(value: String) {
    expectInvalid { try read(Self.text, value) }
    expectInvalid { try read(Self.defaultText, value) }
    expectInvalid { try read(Self.optionalText, value) }
  }

  @Test(arguments: [("1", 1), ("100", 100), ("20.0", 20), ("2e1", 20)])
  func `A whole number may be written in any way`(value: String, number: Int) throws {
    #expect(try read(Self.integer, value) == number)
    #expect(try read(Self.optionalInteger, value) == number)
  }

  @Test(arguments: ["0", "101", "-1", "1.5", "1e3", "99999999999999999999", #""20""#, "true", "[20]", "{}"])
  func `A whole number is one, and in its bounds`(value: String) {
    expectInvalid { try read(Self.integer, value) }
  }

  @Test(arguments: ["-1", "0.5", "9223372036854775808", "1e400", "false"])
  func `A number without an upper bound has one at what fits`(value: String) {
    expectInvalid { try read(Self.optionalInteger, value) }
  }

  @Test func `Milliseconds are a duration of at most a minute`() throws {
    #expect(try read(Self.milliseconds, "0") == .zero)
    #expect(try read(Self.milliseconds, "250") == .milliseconds(250))
    #expect(try read(Self.milliseconds, "60000") == .seconds(60))
    for value in ["60001", "-1", "0.5", #""250""#] { expectInvalid { try read(Self.milliseconds, value) } }
  }

  @Test func `Texts are an array of strings`() throws {
    #expect(try read(Self.texts, "[]") == [])
    #expect(try read(Self.texts, #"["a","b"]"#) == ["a", "b"])
    for value in [#""a""#, "[1]", #"["a",null]"#, "{}"] { expectInvalid { try read(Self.texts, value) } }
  }

  @Test func `An id is a catalog and a native id`() throws {
    #expect(try read(Self.id, #""builtin:tt1""#) == MovieID(catalog: "builtin", native: "tt1"))
    #expect(try read(Self.optionalID, #""builtin:tt1""#) == MovieID(catalog: "builtin", native: "tt1"))
    for value in [#""tt1""#, #""""#, #""builtin:""#, "1", "{}"] {
      expectInvalid { try read(Self.id, value) }
      expectInvalid { try read(Self.optionalID, value) }
    }
  }

  @Test func `A choice is one of its names, and the failure tells which`() throws {
    #expect(try read(Self.sort, #""rating""#) == .rating)
    for value in [#""Rating""#, #""""#, "1", "[]"] {
      let error = expectInvalid { try read(Self.sort, value) }
      #expect(error?.message.contains("starredAt, title, year, rating") == true)
    }
  }

  @Test(arguments: ["1", "{}", "[1]", #""x""#])
  func `Any value is left as it is`(value: String) throws {
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
