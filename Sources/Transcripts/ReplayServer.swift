import Redaction

/// Plays the server of a transcript to a real client. Methods and params are compared, params by name; absent, null and
/// empty ones are the same, and members that describe the client itself do not count. The client's own ids replace the
/// transcript's in what it is sent. It may send messages early, in their order, and in the end `shutdown` and `exit`.
public final class ReplayServer {
  private let transcript: Transcript
  private let server: Int
  private let keepsTimes: Bool
  private let stream: MessageStream
  private var matcher: Matcher
  /// The client's ids, by those of the transcript.
  private var ids: [JSON: JSON] = [:]
  /// The unanswered requests: the transcript's id, the client's id, and the line.
  private var inFlight: [(own: JSON, client: JSON, line: Int)] = []
  private var hasExited = false
  private var delayMilliseconds = 0
  private var lastLine: Int

  /// - Parameters:
  /// - server: the server to play, up to its first exit.
  /// - keepsTimes: whether messages are delayed as they were when they were recorded.
  public init(_ transcript: Transcript, server: Int = 1, input: Int32, output: Int32, keepsTimes: Bool = false) {
    (self.transcript, self.server) = (transcript, server)
    matcher = Matcher(ignored: transcript.ignored)
    self.keepsTimes = keepsTimes
    stream = MessageStream(input: input, output: output)
    lastLine = transcript.lines.lowerBound
  }

  /// Plays until the client has sent all of its messages and closed its output, or throws where it differs.
  public func run() throws(TranscriptError) {
    let steps = transcript.steps.filter { step in
      if case .unordered = step.action { true } else { step.server == server || step.isWait }
    }
    for (index, step) in steps.enumerated() {
      if case .exit = step.action { break }
      guard try play(step) else {
        if let code = stream.outputError {
          throw TranscriptError("cannot write to the client: \(String(cString: strerror(code)))")
        }
        // A client may stop reading, but not before it has sent all of its messages.
        if let next = steps[index...].first(where: \.isOfClient) { throw clientLeft(next.line) }
        return
      }
      if !step.isWait { lastLine = step.line }
    }
    if !hasExited { try awaitEnd() }
  }

  /// - Returns: false if the client has closed its input.
  private func play(_ step: Transcript.Step) throws(TranscriptError) -> Bool {
    switch step.action {
    case .client(let text): try expect([(text, step.line)])
    case .server(let pattern, let text): return send(pattern, text)
    case .unordered(let steps):
      let own = steps.filter { $0.server == server }
      try expect(own.compactMap { step in step.clientText.map { ($0, step.line) } })
      for step in own {
        guard case .server(let pattern, let text) = step.action else { continue }
        guard send(pattern, text) else { return false }
      }
    case .wait(let milliseconds, _): if keepsTimes { delayMilliseconds += milliseconds }
    case .close:
      delayMilliseconds = 0
      switch stream.next(milliseconds: nil) {
      case .end, .timeout: break
      case .message(let bytes): throw unexpectedMessage(step.line, "the client must close its output here", bytes)
      case .malformed(let fault): throw transcript.error(step.line, fault)
      }
    case .exit, .start: break
    }
    return true
  }

  // MARK: Sending

  private func send(_ pattern: JSON, _ text: String) -> Bool {
    PollDeadline(milliseconds: delayMilliseconds).wait()
    delayMilliseconds = 0
    for response in pattern.array ?? [pattern] where response["method"] == nil {
      inFlight.removeAll { $0.own == response["id"] }
    }
    let message = withClientIDs(matcher.filled(pattern))
    return stream.send(message == pattern ? Array(text.utf8) : message.jsonBytes, framing: stream.framing ?? .lines)
  }

  private func withClientIDs(_ message: JSON) -> JSON {
    func replacing(_ names: Set<String>, in json: JSON) -> JSON {
      guard case .object(let members) = json else { return json }
      return .object(
        members.map { member in
          if names.contains(member.name) { return JSON.Member(member.name, ids[member.value] ?? member.value) }
          let isNested = ["_meta", "params", "result"].contains(member.name)
          return isNested ? JSON.Member(member.name, replacing(names.subtracting(["id"]), in: member.value)) : member
        })
    }
    if case .array(let entries) = message { return .array(entries.map(withClientIDs)) }
    return replacing(message["method"] == nil ? ["id", Self.subscription] : Self.requestNames, in: message)
  }

  /// The member of `_meta` by which the Model Context Protocol says to which subscription a message belongs.
  private static let subscription = "io.modelcontextprotocol/subscriptionId"

  /// The members of notifications that are ids of requests. SDKs of the Model Context Protocol use them as tokens too.
  private static let requestNames: Set<String> = ["request", "progressToken", subscription]

  /// The member of a cancellation that is the id of the request; nil for another method.
  private static func cancelledName(_ method: JSON?) -> String? {
    switch method {
    case "$/cancelRequest": "id"
    case "notifications/cancelled": "requestId"
    default: nil
    }
  }

  // MARK: Receiving

  private func expect(_ candidates: [(text: String, line: Int)]) throws(TranscriptError) {
    // Recorded time before a client's message was the client's, and delays nothing. A group may have no such message.
    if !candidates.isEmpty { delayMilliseconds = 0 }
    var rest = candidates
    while let first = rest.first {
      switch stream.next(milliseconds: nil) {
      case .end, .timeout: throw clientLeft(first.line, expected: first.text)
      case .malformed(let fault): throw transcript.error(first.line, fault)
      case .message(let bytes):
        guard let index = rest.firstIndex(where: { mismatches($0.text, bytes).isEmpty }) else {
          let text = String(decoding: bytes, as: UTF8.self)
          let method = (try? JSON.parse(bytes))?["method"]
          // Most clients end this way. The error shows the message that is missing before.
          if method == "shutdown" || method == "exit" {
            throw clientLeft(first.line, expected: first.text, received: text)
          }
          throw unexpectedMessage(
            first.line, "unexpected message from the client", bytes, expected: first.text,
            mismatches(first.text, bytes))
        }
        let (text, line) = rest.remove(at: index)
        try accept(bytes, for: text, line)
      }
    }
  }

  private func mismatches(_ expected: String, _ received: [UInt8]) -> [Mismatch] {
    guard let pattern = try? JSON.parse(expected), let message = try? JSON.parse(received) else {
      let received = String(decoding: received, as: UTF8.self)
      return expected.isSame(as: received) ? [] : [Mismatch(path: "", expected: expected, received: received)]
    }
    // The transcript's cancellation names the transcript's id.
    let found = matcher.mismatches(
      Self.comparable(pattern) { [ids] in ids[$0] ?? Placeholder.wildcard }, Self.comparable(message) { $0 })
    // The params of another method differ too, and would only hide that.
    let ofMethod = found.filter { $0.path == "method" }
    return ofMethod.isEmpty ? found : ofMethod
  }

  private static func comparable(_ message: JSON, cancelled: (JSON) -> JSON) -> JSON {
    switch message {
    case .array(let entries): return .array(entries.map { comparable($0, cancelled: cancelled) })
    case .object(let members):
      let method = message["method"]
      let compared = members.map { member in
        switch (member.name, member.value) {
        case ("id", .string), ("id", .number), ("id", .null):
          return JSON.Member("id", "any id")
        case ("params", .null), ("params", .array([])):
          return JSON.Member("params", [:])
        case ("params", .object(var params)):
          if method == "initialize" { params.removeAll { describesClient.contains($0.name) } }
          if let name = cancelledName(method) {
            params = params.filter { $0.name != "reason" }.map {
              $0.name == name ? JSON.Member(name, cancelled($0.value)) : $0
            }
          }
          params = params.map { member in
            guard member.name == "_meta", case .object(let meta) = member.value else { return member }
            return JSON.Member("_meta", .object(meta.filter { !describesClient.contains($0.name) }))
          }
          return JSON.Member("params", .object(params))
        default: return member
        }
      }
      // A pattern that allows other members allows params.
      let hasParams = members.contains { $0.name == "params" || Matcher.allowsOthers($0) }
      return .object(hasParams ? compared : compared + [JSON.Member("params", [:])])
    default: return message
    }
  }

  /// The members of `initialize`, and of `_meta` of the Model Context Protocol, that describe the client itself.
  private static let describesClient: Set<String> = [
    "processId", "clientInfo", "capabilities", "progressToken", "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/clientCapabilities",
  ]

  /// Records the ids of a matching message, and `exit`. Throws if an id is unanswered, which a real server rejects.
  private func accept(_ received: [UInt8], for expected: String, _ line: Int) throws(TranscriptError) {
    guard let pattern = try? JSON.parse(expected), let message = try? JSON.parse(received) else { return }
    for (pattern, message) in zip(pattern.array ?? [pattern], message.array ?? [message]) {
      if let own = pattern["id"], !own.isNull, let id = message["id"] {
        if let other = inFlight.first(where: { $0.client == id && $0.own != own }) {
          throw transcript.error(
            line,
            "the client uses the id \(id.jsonText) again although its request of line \(other.line) is unanswered",
            "  received: \(String(decoding: received, as: UTF8.self))")
        }
        ids[own] = id
        inFlight.append((own, id, line))
      }
      if message["method"] == "exit", message["id"] == nil { hasExited = true }
    }
  }

  // MARK: The end

  private func awaitEnd() throws(TranscriptError) {
    while true {
      switch stream.next(milliseconds: nil) {
      case .end, .timeout: return
      case .malformed(let fault): throw transcript.error(lastLine, "after this line: \(fault)")
      case .message(let bytes):
        let message = try? JSON.parse(bytes)
        switch (message?["method"], message?["id"]) {
        case ("exit", nil): return
        case ("shutdown", let id?):
          let response: JSON = ["jsonrpc": "2.0", "id": id, "result": [:]]
          guard stream.send(response.jsonBytes, framing: stream.framing ?? .lines) else { return }
        default:
          throw unexpectedMessage(lastLine, "the client sends more than the transcript, which ends here", bytes)
        }
      }
    }
  }

  private func unexpectedMessage(
    _ line: Int, _ what: String, _ received: [UInt8], expected: String = "no message", _ mismatches: [Mismatch] = []
  ) -> TranscriptError {
    let report = Mismatch.report(mismatches, expected: expected, received: String(decoding: received, as: UTF8.self))
    let hint = transcript.hint(for: line) { other in
      guard let text = other.clientText, other.server == server else { return false }
      return self.mismatches(text, received).isEmpty
    }
    return transcript.error(line, what, report + hint)
  }

  private func clientLeft(_ line: Int, expected: String? = nil, received: String? = nil) -> TranscriptError {
    let details = [expected.map { "  expected: \($0)" }, received.map { "  received: \($0)" }].compactMap(\.self)
    return transcript.error(
      line, "the client ended early; it must send this message first",
      details.isEmpty ? nil : details.joined(separator: "\n"))
  }
}

extension Transcript.Step {
  fileprivate var isOfClient: Bool {
    if case .unordered(let steps) = action { steps.contains(where: \.isOfClient) } else { clientText != nil }
  }
}
