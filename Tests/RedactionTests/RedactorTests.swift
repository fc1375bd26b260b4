import JSON
import Redaction
import Testing

@Suite struct RedactorTests {
  private func redacted(_ messages: String...) throws -> [String] {
    var redactor = Redactor(.placeholders)
    return try messages.map { redactor.redacted(try JSON.parse($0)).jsonText }
  }

  @Test(
    arguments: [
      "requestToken", "request_token", "sessionId", "session_id", "SESSIONID", "accessToken", "access_token", "apikey",
      "api_key", "apiKey", "password", "Password", "token", "guest_session_id",
    ])
  func `the value of a secret name becomes that name, in any case`(_ name: String) throws {
    #expect(try redacted(#"{"params":[{"\#(name)":"abc"}]}"#) == [#"{"params":[{"\#(name)":"…\#(name)"}]}"#])
  }

  @Test func `values of every kind but null are replaced, and only under secret names`() throws {
    #expect(
      try redacted(#"{"token":5,"password":{"a":["x"]},"apiKey":null,"tokens":1,"key":"abcdefghij"}"#)
        == [#"{"token":"…token","password":"…password","apiKey":null,"tokens":1,"key":"abcdefghij"}"#])
  }

  @Test func `a name that is spelled with escapes is a secret name too`() throws {
    #expect(try redacted(#"{"t\u006fken":"abc"}"#) == [#"{"token":"…token"}"#])
  }

  @Test func `equal values have the same name, and different values have different names`() throws {
    #expect(
      try redacted(#"{"requestToken":"abc"}"#, #"{"requestToken":"def"}"#, #"{"token":"abc"}"#)
        == [
          #"{"requestToken":"…requestToken"}"#, #"{"requestToken":"…requestToken.2"}"#, #"{"token":"…requestToken"}"#,
        ])
  }

  @Test func `a string that contains a secret is replaced, in the same message and in later ones`() throws {
    #expect(
      try redacted(
        #"{"url":"https://x.org/authenticate/abcdefgh?a","requestToken":"abcdefgh"}"#,
        #"{"error":{"message":"abcdefgh is wrong","data":{"list":["no","abcdefgh"]}}}"#)
        == [
          #"{"url":"…url","requestToken":"…requestToken"}"#,
          #"{"error":{"message":"…message","data":{"list":["no","…requestToken"]}}}"#,
        ])
  }

  @Test func `a secret is found in another case`() throws {
    #expect(
      try redacted(#"{"token":"0badCafe"}"#, #"{"x":"0BADCAFE","y":"a 0badcafe b","z":"0BADCAFF"}"#)
        == [#"{"token":"…token"}"#, #"{"x":"…x","y":"…y","z":"0BADCAFF"}"#])
  }

  @Test func `texts inside a secret array or object are secrets too`() throws {
    #expect(
      try redacted(#"{"token":{"a":["abcdefgh"]},"password":["ijklmnop",5]}"#, #"{"x":["abcdefgh","ijklmnop"]}"#)
        == [#"{"token":"…token","password":"…password"}"#, #"{"x":["…token.2","…password.2"]}"#])
  }

  @Test func `a secret in the place of a method or a version is replaced; a method that is a password is not`() throws {
    #expect(
      try redacted(
        #"{"password":"favorites","token":"abcdefg1"}"#, #"{"jsonrpc":"2.0","method":"favorites"}"#,
        #"{"jsonrpc":"abcdefg1","method":"nope.abcdefg1"}"#
      ).dropFirst()
        == [#"{"jsonrpc":"2.0","method":"favorites"}"#, #"{"jsonrpc":"…token","method":"…method"}"#])
  }

  @Test func `a secret is found in every entry of a batch`() throws {
    #expect(
      try redacted(#"[{"x":"an abcdefgh"},{"token":"abcdefgh"}]"#) == [#"[{"x":"…x"},{"token":"…token"}]"#])
  }

  @Test func `a secret that needs escapes is found inside other strings`() throws {
    #expect(
      try redacted(#"{"password":"ab\"cd\\ef"}"#, #"{"detail":"so ab\"cd\\ef"}"#)
        == [#"{"password":"…password"}"#, #"{"detail":"…detail"}"#])
  }

  @Test func `a member whose name contains a secret is replaced by the placeholder for other members`() throws {
    #expect(
      try redacted(#"{"token":"abcdefgh"}"#, #"{"a":{"abcdefgh":1,"b":2}}"#)[1] == #"{"a":{"…":"…","b":2}}"#)
  }

  @Test func `short secrets are not searched for, and methods are never replaced`() throws {
    #expect(
      try redacted(
        #"{"token":"a"}"#, #"{"password":"favorites"}"#, #"{"method":"favorites","params":{"title":"a b"}}"#)[2]
        == #"{"method":"favorites","params":{"title":"a b"}}"#)
    #expect(try redacted(#"{"method":{"token":"a"}}"#) == [#"{"method":{"token":"…token"}}"#])
  }

  // MARK: Schemas

  /// A server's response with an OpenRPC document that has these `properties`.
  private func document(_ properties: String) -> String {
    #"{"id":1,"result":{"openrpc":"1.3.2","components":{"schemas":{"X":{"properties":\#(properties)}}}}}"#
  }

  private func redacted(fromServer message: String) throws -> String {
    var redactor = Redactor(.placeholders)
    return redactor.redacted(try JSON.parse(message), isFromServer: true).jsonText
  }

  @Test func `the schema of a secret member stays in a server's OpenRPC document, also in a batch`() throws {
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
    arguments: [
      #""hunter2""#, #"["hunter2"]"#, "{}", #"{"type":"hunter2"}"#, #"{"type":["string","hunter2"]}"#,
      #"{"type":[]}"#, #"{"type":{"type":"string"}}"#, #"{"type":"string","default":"hunter2"}"#,
      #"{"type":"string","const":"hunter2"}"#,
      #"{"type":"string","examples":["hunter2"]}"#, #"{"type":"string","description":["hunter2"]}"#,
      #"{"type":"string","hunter2":1}"#, #"{"type":"hunter2","type":"string"}"#, #"{"description":"hunter2"}"#,
      #"{"type":"string","properties":{"token":{"type":"string"}}}"#,
    ])
  func `anything else in a schema's place is replaced`(_ value: String) throws {
    let none = document(#"{"password":"…password"}"#)
    #expect(try redacted(fromServer: document(#"{"password":\#(value)}"#)) == none)
  }

  @Test func `a schema in another message, in another place or from a client is replaced`() throws {
    let schema = #"{"password":{"type":"string","description":"hunter2"}}"#
    for message in [
      #"{"id":1,"result":{"properties":\#(schema)}}"#, #"{"id":1,"result":{"openrpc":1,"properties":\#(schema)}}"#,
      #"{"id":1,"result":{"openrpc":"1","x":\#(schema)}}"#,
      #"{"id":1,"result":{"openrpc":"1","properties":[\#(schema)]}}"#,
      #"{"id":1,"openrpc":"1","result":{"properties":\#(schema)}}"#,
      #"{"method":"x","result":{"openrpc":"1"},"params":{"properties":\#(schema)}}"#,
      // Here `properties` is the name of a member and does not hold schemas.
      #"{"id":1,"result":{"openrpc":"1","properties":{"properties":\#(schema)}}}"#,
    ] { #expect(try !redacted(fromServer: message).contains("hunter2"), "\(message)") }
    #expect(try !redacted(document(schema))[0].contains("hunter2"))
  }

  @Test func `a known secret is replaced in a schema too`() throws {
    var redactor = Redactor(.placeholders)
    _ = redactor.redacted(["password": "hunter2-and-more"])
    let message = document(#"{"password":{"type":"string","description":"hunter2-and-more"}}"#)
    let text = redactor.redacted(try JSON.parse(message), isFromServer: true).jsonText
    #expect(text == document(#"{"password":{"type":"string","description":"…password"}}"#))
  }

  // MARK: Many secrets

  @Test func `each of thousands of secrets is found inside other texts`() throws {
    var redactor = Redactor(.placeholders)
    let secrets = (0..<5_000).map { "login-\($0)-of-somebody" }
    for secret in secrets {
      #expect(redactor.redacted(["token": .string(secret)])["token"]?.string?.hasPrefix("…token") == true)
    }
    for secret in secrets {
      let message: JSON = ["url": .string("https://x.org/authenticate/\(secret)")]
      #expect(redactor.mayContainSecret(text: message.jsonBytes))
      #expect(redactor.redacted(message)["url"]?.string?.hasPrefix("…url") == true)
    }
  }

  @Test func `a message's own secrets are replaced although there is no room to remember them`() throws {
    var redactor = Redactor(.placeholders, rememberedBytes: 20)
    for number in 0..<3_000 {
      let secret = "secret-\(number)"
      let text = redactor.redacted(["token": .string(secret), "url": .string("x \(secret) y")]).jsonText
      #expect(text.contains("…") && !text.contains("secret-"))
    }
  }

  // MARK: Words

  /// A redactor that knows these secrets, as an HTTP recording does.
  private func words(_ secrets: [String: String]) -> Redactor {
    var redactor = Redactor(.words)
    for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) { redactor.addSecret(secret, name: name) }
    return redactor
  }

  @Test func `words replace the secrets inside a text, the longest first`() {
    let redactor = words(["api_key": "abcd", "token": "abcdef", "session_id": "efghij"])
    func replaced(_ text: String) -> String {
      String(decoding: redactor.replacing(Array(text.utf8)), as: UTF8.self)
    }
    #expect(replaced("x abcd, abcdef and abcde") == "x redacted_api_key, redacted_token and redacted_api_keye")
    #expect(replaced("abcdefghij.") == "redacted_token.")
    #expect(replaced("abc") == "abc")
  }

  @Test func `words keep the shape of a value that is neither a string nor a number`() throws {
    var redactor = Redactor(.words)
    let json = try JSON.parse(#"{"token":{"a":true},"session_id":12345,"x":[12345,123456],"y-12345":"12345!"}"#)
    redactor.addSecrets(in: json)
    #expect(
      redactor.replacing(json).jsonText
        == #"{"token":{"a":true},"session_id":"redacted_session_id","x":["redacted_session_id",123456],"#
        + #""y-redacted_session_id":"redacted_session_id!"}"#)
  }
}
