import JSON
import Testing

@testable import JSONRPC

/// Parsing of messages.
@Suite struct MessageTests {
  private func message(_ text: String) throws -> Message {
    try Array(text.utf8).withUnsafeBytes { try Message(parsing: $0) }
  }

  /// A short form of a call, to compare with.
  private func describe(_ call: Message.Call) -> String {
    switch call {
    case .request(let id, let method, _): "request \(id.json.jsonText) \(method)"
    case .notification(let method, _): "notification \(method)"
    case .response(let id, .success(let result)): "response \(id.json.jsonText) \(result.jsonText)"
    case .response(let id, .failure(let error)): "error \(id.json.jsonText) \(error.code)"
    case .invalid(let id, let error): "invalid \(id.json.jsonText) \(error.code)"
    }
  }

  private func single(_ text: String) throws -> Message.Call {
    guard case .single(let call) = try message(text) else { throw RPCError.internalError }
    return call
  }

  @Test(arguments: [
    ("{", true), (#"{"jsonrpc": "2.0","#, true), (#""method": "a","#, false), ("}", false), ("[1 2]", false),
  ])
  func `a text that ends where a value is open is said to need one line`(_ text: String, _ isOpen: Bool) {
    let error = #expect(throws: RPCError.self) { try message(text) }
    #expect(error?.message.hasSuffix(" A message must be on one line.") == isOpen, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request 1 a"),
    (#"{"method":"a","id":"x","jsonrpc":"2.0"}"#, #"request "x" a"#),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","extra":{}}"#, "request 1 a"),
    (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "request null a"),
    (#"{"jsonrpc":"2.0","id":1.50,"method":"a"}"#, "request 1.50 a"),
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}"#, "request 2 a"),
    (#"{"jsonrpc":"2.0","method":"a"}"#, "notification a"),
    (#"{"jsonrpc":"2.0","method":""}"#, "notification "),
    // The id is echoed if it can be read.
    (#"{"jsonrpc":"2.0","id":1}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":"x","method":1}"#, #"invalid "x" -32600"#),
    (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":2.0,"id":1,"method":"a"}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.00","id":1,"method":"a"}"#, "invalid 1 -32600"),
    (#"{"id":1,"method":"a"}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "response 1 {}"),
    (#"{"jsonrpc":"2.0","id":"x","result":null}"#, #"response "x" null"#),
    (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}"#, "error null -32700"),
    (#"{"jsonrpc":"2.0","result":{}}"#, "invalid null -32600"),
    (#"{"jsonrpc":"2.0","id":[],"result":{}}"#, "invalid null -32600"),
    (#"{"jsonrpc":"1.0","id":1,"result":{}}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","result":{}}"#, "request 1 a"),
    (#"{"jsonrpc":"2.0","id":"\ud83d\n","method":"a"}"#, #"request "\ud83d\n" a"#),
    (#"{"jsonrpc":"2.0","id":1,"method":"\ud83d"}"#, "request 1 \u{FFFD}"),
    (#"{"JSONRPC":"2.0","ID":1,"METHOD":"a"}"#, "invalid null -32600"),
    (#"{"jsonrpc":"2.0"}"#, "invalid null -32600"),
    ("{}", "invalid null -32600"),
    (#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, "invalid null -32600"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, "invalid null -32600"),
    (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "invalid null -32600"),
    ("1", "invalid null -32600"),
    ("null", "invalid null -32600"),
    (#""a""#, "invalid null -32600"),
    // Parameters must be an object or an array.
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":1}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":"b"}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":true}"#, "invalid 1 -32600"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, "request 1 a"),
  ])
  func `a single message is a request, a notification or invalid`(text: String, call: String) throws {
    #expect(describe(try single(text)) == call)
  }

  @Test(arguments: ["", "{", "[1,", "nonsense", #"{"jsonrpc":"2.0",}"#, "\u{FEFF}{}", "{}{}"])
  func `text that is not JSON is a parse error with its byte offset`(text: String) throws {
    let error = try #require(throws: RPCError.self) { try message(text) }
    #expect(error.code == -32700)
    #expect(error.reason == "parseError")
    #expect(error.message.contains("at byte"))
  }

  @Test func `nesting over the limit is a parse error`() throws {
    let deep = String(repeating: "[", count: 100_000)
    let error = try #require(throws: RPCError.self) { try message(deep) }
    #expect(error.code == -32700)
  }

  @Test func `an array is a batch with independent entries`() throws {
    let text = #"[{"jsonrpc":"2.0","id":1,"method":"a"}, 7, {"jsonrpc":"2.0","method":"b"}, [], {"id":2}]"#
    guard case .batch(let calls) = try message(text) else {
      Issue.record("no batch")
      return
    }
    #expect(
      calls.map(describe) == [
        "request 1 a", "invalid null -32600", "notification b", "invalid null -32600", "invalid 2 -32600",
      ])
  }

  @Test func `an empty batch is rejected as a whole`() throws {
    let error = try #require(throws: RPCError.self) { try message("[]") }
    #expect(error.code == -32600)
  }

  @Test func `a batch has at most 100 entries`() throws {
    func batch(_ count: Int) -> String { "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
    guard case .batch(let calls) = try message(batch(100)) else {
      Issue.record("no batch")
      return
    }
    #expect(calls.count == 100)
    let error = try #require(throws: RPCError.self) { try message(batch(101)) }
    #expect(error.code == -32600)
    #expect(error.reason == "invalidRequest")
  }

  // MARK: Parameters

  @Test(arguments: [
    "", #","params":null"#, #","params":{}"#, #","params":[]"#, #","params":[null]"#, #","params":[{}]"#,
  ])
  func `absent, null and empty parameters are the same`(params: String) throws {
    guard case .request(_, _, let params) = try single(#"{"jsonrpc":"2.0","id":1,"method":"a"\#(params)}"#) else {
      Issue.record("no request")
      return
    }
    #expect(params.members == [])
  }

  @Test(arguments: [[1], [1, 2], ["a"], [[]], [.null, .null], [["a": 1], .null]] as [JSON])
  func `parameters by position have no members`(params: JSON) throws {
    #expect(try #require(Params(params)).members == nil)
    #expect(try #require(Params(params))["a"] == nil)
  }

  @Test func `an array with one object means that object`() throws {
    #expect(try #require(Params([["a": 1]]))["a"] == 1)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":7,"method":"a","params":{"x":"xxx"#, "7"), (#"{"id":"a","x":{"id":1}"#, #""a""#),
    (#"{"x":{"id":1},"y":"#, "null"), (#"{"id":12"#, "null"), (#"{"id":"ab"#, "null"), (#"{"id":[1],"x":1"#, "null"),
    (#"{"id":1,"id":2,"x"#, "2"), (#"[{"id":1},"#, "null"), ("xxxx", "null"), (#"{"id":"\ud83d","x"#, #""\ud83d""#),
  ])
  func `the id of a message that is too long is found near its beginning`(head: String, id: String) {
    #expect(Array(head.utf8).withUnsafeBytes { RequestID(messageHead: $0).json.jsonText } == id)
  }

  @Test func `a null parameter counts as absent, and the last of two counts`() throws {
    let params = try #require(Params(["a": 1, "b": .null, "c": 1, "c": 2, "d": 1, "d": .null]))
    #expect(params["a"] == 1)
    #expect(params["b"] == nil)
    #expect(params["c"] == 2)
    #expect(params["d"] == nil)
    #expect(params["e"] == nil)
  }
}
