import Concurrency
import Foundation
import JSON
import Testing
import Transcripts

@Suite("the published contract")
struct ContractTests {
  private let contract: PublishedContract

  init() throws { contract = try PublishedContract.published.get() }

  @Test func `movie-server schema prints the bytes of rpc.discover and a newline`() throws {
    try Sandbox.use { sandbox in
      let printed = try sandbox.run(["schema"])
      let server = try sandbox.launch()
      try server.send(line: #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#)
      let line = try #require(try server.nextLine())
      #expect(printed.text.hasSuffix("}\n"))
      #expect(line.text == #"{"jsonrpc":"2.0","id":1,"result":"# + printed.text.dropLast() + "}")
      #expect(try server.finish() == .exited(0))
    }
  }

  // MARK: Transcripts

  /// Returns the methods with results and the notifications in a transcript, and their deviations from the schema.
  private func check(_ transcript: Transcript) throws -> (seen: Set<String>, faults: [String]) {
    var calls: [JSON: JSON] = [:]
    var seen: Set<String> = []
    var faults: [String] = []
    for step in transcript.messages {
      // Invalid JSON is answered with an error.
      guard let json = step.message else { continue }
      for message in json.array ?? [json] {
        if step.sent != nil {
          if let id = message["id"] { calls[id] = message }
          continue
        }
        let call = message["id"].flatMap { calls[$0] }
        let method = call?["method"]?.string
        var wrong: [String] = []
        if let error = message["error"] {
          wrong = contract.faults(ofError: error, for: method)
          let isAboutParams = ["invalidParams", "invalidRequest", "methodNotFound", "…"].contains(
            error["data"]?["reason"]?.string ?? "…")
          if !isAboutParams, let method { wrong += contract.faults(ofParams: call?["params"], for: method) }
        } else if let result = message["result"], let method {
          wrong =
            contract.faults(ofResult: result, for: method) + contract.faults(ofParams: call?["params"], for: method)
          seen.insert(method)
        } else if message["method"] != nil {
          wrong = contract.faults(ofNotification: message)
          seen.insert(message["method"]?.string ?? "")
        } else {
          wrong = ["what is this?"]
        }
        faults += wrong.map { "\(transcript.file):\(step.line): \($0)" }
      }
    }
    return (seen, faults)
  }

  @Test(arguments: try Transcript.all())
  func `every message of a transcript matches the schema`(_ transcript: Transcript) throws {
    let faults = try check(transcript).faults
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test func `every method of the built-in catalog and every notification appears in a transcript`() throws {
    let seen = try Transcript.all().reduce(into: Set<String>()) { $0.formUnion(try check($1).seen) }
    let expected = contract.entries.filter { entry in
      entry["x-direction"] != "client-to-server"
        && entry["examples"]?.array?.allSatisfy { $0["x-needs"] == nil } == true
    }
    #expect(expected.compactMap { $0["name"]?.string }.filter { !seen.contains($0) } == [])
  }

  /// Rules that a schema cannot express: one of two members is required, a URL must be one that the server published, a
  /// file or a viewing must be there, a day must be in the calendar, and a name must have a letter.
  private static let beyondSchemas: Set<String> = [
    #"star {}"#, #"poster {}"#, #"poster {"url":"https://example.org/x.jpg"}"#,
    #"importLibrary {"path":"/nowhere/letterboxd.zip"}"#, #"exportLibrary {"path":"/nowhere/library.json"}"#,
    #"exportLibrary {"path":"/dev/null","format":"csv"}"#, #"library {"since":2,"sort":"title"}"#,
    #"mark {"watchlist":true}"#, #"mark {"id":"builtin:tt0364569","addTags":[" "]}"#,
    #"deleteViewing {"viewing":"v1"}"#, #"logViewing {"id":"builtin:tt6751668","viewing":"v2"}"#,
    #"logViewing {"id":"builtin:tt0364569","date":"2026-02-30"}"#, #"library {"sort":"title","seed":4}"#,
    #"library {"sort":"random","order":"asc"}"#, #"library {"yearFrom":2000,"yearTo":1990}"#,
  ]

  @Test(arguments: try Transcript.all())
  func `the schema rejects all params that the server rejects`(_ transcript: Transcript) throws {
    var calls: [JSON: JSON] = [:]
    for step in transcript.messages {
      guard let json = step.message else { continue }
      for message in json.array ?? [json] {
        if step.sent != nil, let id = message["id"] { calls[id] = message }
        // A schema cannot say what a catalog knows.
        guard step.sent == nil, let data = message["error"]?["data"], data["reason"] == "invalidParams",
          data["catalog"] == nil, let call = message["id"].flatMap({ calls[$0] }), let method = call["method"]?.string
        else { continue }
        let params = call["params"]
        let isRefused = params?.array != nil || !contract.faults(ofParams: params, for: method).isEmpty
        #expect(
          isRefused || Self.beyondSchemas.contains("\(method) \((params ?? [:]).jsonText)"),
          "\(transcript.file):\(step.line): \(call.jsonText)")
      }
    }
  }

  // MARK: Examples

  /// Members that differ from run to run.
  private static let volatile: Set<String> = ["epoch", "hint", "starredAt", "version", "watchlistedAt"]

  /// Whether a value matches an example; if the example is abridged, the value's arrays may have more elements.
  private func isExample(_ example: JSON, of value: JSON, isAbridged: Bool) -> Bool {
    switch (example, value) {
    case (.object([]), .object) where isAbridged: true
    case (.object(let left), .object(let right)):
      left.map(\.name) == right.map(\.name)
        && zip(left, right).allSatisfy {
          Self.volatile.contains($0.name) || isExample($0.value, of: $1.value, isAbridged: isAbridged)
        }
    case (.array(let left), .array(let right)):
      (left.count == right.count || isAbridged && left.count < right.count)
        && zip(left, right).allSatisfy { isExample($0, of: $1, isAbridged: isAbridged) }
    default: example.jsonBytes == value.jsonBytes
    }
  }

  @Test func `the examples, in the document's order, are a session with the built-in catalog`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      var pushed: [JSON] = []
      for method in contract.entries where method["result"] != nil {
        let name = try #require(method["name"]?.string)
        #expect(method["examples"]?.array?.allSatisfy { $0["result"] != nil } == true)
        for example in method["examples"]?.array ?? [] where example["x-needs"] == nil {
          let params = (example["params"]?.array ?? []).map { param in
            JSON.Member(param["name"]?.string ?? "", param["value"] ?? .null)
          }
          let reply = try server.ask(name, .object(params))
          pushed += reply.notifications
          let result = try reply.result
          let expected = example["result"]?["value"] ?? .null
          let isAbridged = example["description"] != nil
          #expect(
            isExample(expected, of: result, isAbridged: isAbridged),
            "\(name), \(example["name"]?.string ?? ""):\n\(expected.jsonText)\n\(result.jsonText)")
        }
      }
      for notification in contract.entries where notification["x-direction"] == "server-to-client" {
        for example in notification["examples"]?.array ?? [] where example["x-needs"] == nil {
          let expected = JSON.object(
            (example["params"]?.array ?? []).map { param in
              JSON.Member(param["name"]?.string ?? "", param["value"] ?? .null)
            })
          let candidates = pushed.filter { $0["method"] == notification["name"] }.compactMap { $0["params"] }
          #expect(
            candidates.contains { isExample(expected, of: $0, isAbridged: false) },
            "\(expected.jsonText) is none of \(candidates.map(\.jsonText).joined(separator: "\n"))")
        }
      }
      #expect(try server.finish() == .exited(0))
    }
  }
}

extension Transcript.Step {
  /// Nil if the client sends invalid JSON.
  fileprivate var message: JSON? { expected ?? sent.flatMap { try? JSON.parse($0) } }
}
