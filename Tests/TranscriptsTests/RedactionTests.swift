import JSON
import Testing
import Transcripts

@Suite("Taking secrets out")
struct RedactionTests {
  private func redacted(_ messages: String...) throws -> [String] {
    var redaction = Redaction()
    return try messages.map { redaction.redacted(try JSON.parse($0)).jsonText }
  }

  @Test(
    "The value of a member with a secret's name is its name, whatever its case",
    arguments: [
      "requestToken", "request_token", "sessionId", "session_id", "SESSIONID", "accessToken", "access_token", "apikey",
      "api_key", "apiKey", "password", "Password", "token",
    ])
  func names(_ name: String) throws {
    #expect(try redacted(#"{"params":[{"\#(name)":"abc"}]}"#) == [#"{"params":[{"\#(name)":"…\#(name)"}]}"#])
  }

  @Test("Also a value of another kind, but not null; and nothing else")
  func kinds() throws {
    #expect(
      try redacted(#"{"token":5,"password":{"a":["x"]},"apiKey":null,"tokens":1,"key":"abcdefghij"}"#)
        == [#"{"token":"…token","password":"…password","apiKey":null,"tokens":1,"key":"abcdefghij"}"#])
  }

  /// An answer that describes its server, with something where the schemas of members stand.
  private func document(_ properties: String) -> String {
    #"{"id":1,"result":{"openrpc":"1.3.2","components":{"schemas":{"X":{"properties":\#(properties)}}}}}"#
  }

  private func redacted(fromServer message: String) throws -> String {
    var redaction = Redaction()
    return redaction.redacted(try JSON.parse(message), isFromServer: true).jsonText
  }

  @Test("The schema of a member with a secret's name is no secret where a server describes itself, in a batch as well")
  func schemas() throws {
    for schema in [
      #"{"type":"string","description":"What `login` gives."}"#, #"{"type":["string","null"],"description":""}"#,
      #"{"type":"object"}"#,
    ] {
      let message = document(#"{"password":\#(schema),"name":{"type":"string"}}"#)
      #expect(try redacted(fromServer: message) == message)
      #expect(try redacted(fromServer: "[\(message)]") == "[\(message)]")
    }
  }

  @Test(
    "But nothing else there, where something may be told of a secret",
    arguments: [
      #""hunter2""#, #"["hunter2"]"#, "{}", #"{"type":"hunter2"}"#, #"{"type":["string","hunter2"]}"#,
      #"{"type":[]}"#, #"{"type":{"type":"string"}}"#, #"{"type":"string","default":"hunter2"}"#,
      #"{"type":"string","const":"hunter2"}"#,
      #"{"type":"string","examples":["hunter2"]}"#, #"{"type":"string","description":["hunter2"]}"#,
      #"{"type":"string","hunter2":1}"#, #"{"type":"hunter2","type":"string"}"#, #"{"description":"hunter2"}"#,
      #"{"type":"string","properties":{"token":{"type":"string"}}}"#,
    ])
  func noSchemas(_ value: String) throws {
    let none = document(#"{"password":"…password"}"#)
    #expect(try redacted(fromServer: document(#"{"password":\#(value)}"#)) == none)
  }

  @Test("Nor in another message, in another place, or from a client")
  func schemasElsewhere() throws {
    let schema = #"{"password":{"type":"string","description":"hunter2"}}"#
    for message in [
      #"{"id":1,"result":{"properties":\#(schema)}}"#, #"{"id":1,"result":{"openrpc":1,"properties":\#(schema)}}"#,
      #"{"id":1,"result":{"openrpc":"1","x":\#(schema)}}"#,
      #"{"id":1,"result":{"openrpc":"1","properties":[\#(schema)]}}"#,
      #"{"id":1,"openrpc":"1","result":{"properties":\#(schema)}}"#,
      #"{"method":"x","result":{"openrpc":"1"},"params":{"properties":\#(schema)}}"#,
      // The name of a member, and no place of schemas.
      #"{"id":1,"result":{"openrpc":"1","properties":{"properties":\#(schema)}}}"#,
    ] { #expect(try !redacted(fromServer: message).contains("hunter2"), "\(message)") }
    #expect(try !redacted(document(schema))[0].contains("hunter2"))
  }

  @Test("A secret that is known is taken out of a schema too")
  func secretInSchema() throws {
    var redaction = Redaction()
    _ = redaction.redacted(["password": "hunter2-and-more"])
    let message = document(#"{"password":{"type":"string","description":"hunter2-and-more"}}"#)
    let text = redaction.redacted(try JSON.parse(message), isFromServer: true).jsonText
    #expect(text == document(#"{"password":{"type":"string","description":"…password"}}"#))
  }

  @Test("A name written with escapes is a name as well")
  func escapes() throws {
    #expect(try redacted(#"{"t\u006fken":"abc"}"#) == [#"{"token":"…token"}"#])
  }

  @Test("The same value has the same name, another value another")
  func same() throws {
    #expect(
      try redacted(#"{"requestToken":"abc"}"#, #"{"requestToken":"def"}"#, #"{"token":"abc"}"#)
        == [
          #"{"requestToken":"…requestToken"}"#, #"{"requestToken":"…requestToken.2"}"#, #"{"token":"…requestToken"}"#,
        ])
  }

  @Test("A text with a secret in it goes as well: in the same message, and in later ones")
  func inside() throws {
    #expect(
      try redacted(
        #"{"url":"https://x.org/authenticate/abcdefgh?a","requestToken":"abcdefgh"}"#,
        #"{"error":{"message":"abcdefgh is wrong","data":{"list":["no","abcdefgh"]}}}"#)
        == [
          #"{"url":"…url","requestToken":"…requestToken"}"#,
          #"{"error":{"message":"…message","data":{"list":["no","…requestToken"]}}}"#,
        ])
  }

  @Test("A secret that needs escapes is found inside as well")
  func escapedInside() throws {
    #expect(
      try redacted(#"{"password":"ab\"cd\\ef"}"#, #"{"detail":"so ab\"cd\\ef"}"#)
        == [#"{"password":"…password"}"#, #"{"detail":"…detail"}"#])
  }

  @Test("Short secrets are not looked for inside, and methods stay what they are")
  func notInside() throws {
    #expect(
      try redacted(
        #"{"token":"a"}"#, #"{"password":"favorites"}"#, #"{"method":"favorites","params":{"title":"a b"}}"#)[2]
        == #"{"method":"favorites","params":{"title":"a b"}}"#)
    #expect(try redacted(#"{"method":{"token":"a"}}"#) == [#"{"method":{"token":"…token"}}"#])
  }

  @Test("A glance at a message finds whatever redacting would")
  func suspicion() throws {
    var redaction = Redaction()
    func suspects(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes(redaction.suspects(message:)) }
    for name in Redaction.secretNames {
      #expect(suspects(#"{"\#(name)":1}"#))
      #expect(suspects(#"{"a":{"\#(name.uppercased())":1}}"#))
    }
    for text in [#"{"id":1,"method":"x"}"#, #"{"key":1,"year":2}"#, #"["token"]"#, "{}", "", ":", #"":"#] {
      #expect(!suspects(text), "\(text)")
    }
    _ = redaction.redacted(["token": "a \"secret\""])
    #expect(suspects(#"{"x":"y a \"secret\" z"}"#))
    #expect(!suspects(#"{"x":"y a secret z"}"#))
  }

  @Test("More secrets than are remembered are taken out all the same")
  func many() throws {
    var redaction = Redaction()
    for number in 0..<3_000 {
      let text = redaction.redacted(["token": .string("secret-\(number)")]).jsonText
      #expect(text.contains("…") && !text.contains("secret"))
    }
  }
}
