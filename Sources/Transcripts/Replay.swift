import JSON
import JSONRPC

/// A server that knows one conversation: says its part when the client has said the client's, and nothing else.
///
/// Methods and params are compared, params by name. Ids are the client's own and are put where the transcript's stand:
/// into answers, the `request` of notifications, and what `$/cancelRequest` is compared with. What a client says of
/// itself, `processId` and `clientInfo`, is not compared; nor are params that are absent, null or empty told apart. A
/// client may write ahead, in the transcript's order.
///
/// Behind the end of the transcript a client may still send `shutdown`, which is answered with `{}`, and `exit`.
public final class Replay {
  private let transcript: Transcript
  private let server: Int
  private let keepsTimes: Bool
  private let channel: Channel
  private var comparison: Comparison
  /// The client's ids, by the transcript's.
  private var ids: [JSON: JSON] = [:]
  /// Of the requests that are not answered yet: the transcript's id, the client's, and the line.
  private var inFlight: [(own: JSON, client: JSON, line: Int)] = []
  private var hasExited = false
  /// How long what is said next is waited with, in milliseconds.
  private var pause = 0
  /// The line of the step before.
  private var lastLine: Int

  /// - Parameters:
  ///   - server: whose part is played; the lines of others are passed over, and so is a second life of this one.
  ///   - keepsTimes: whether what is said is said as late as it was recorded.
  public init(_ transcript: Transcript, server: Int = 1, input: Int32, output: Int32, keepsTimes: Bool = false) {
    self.transcript = transcript
    self.server = server
    comparison = Comparison(ignored: transcript.ignored)
    self.keepsTimes = keepsTimes
    channel = Channel(input: input, output: output)
    lastLine = transcript.lines.lowerBound
  }

  /// Returns when the client has said all it had to, and has closed its output or sent `exit`.
  ///
  /// - Throws: where the client strays from the transcript or leaves early: says where and how.
  public func run() throws(TranscriptError) {
    let steps = transcript.steps.filter { step in
      if case .unordered = step.action { true } else { step.server == server || step.isPause }
    }
    for (index, step) in steps.enumerated() {
      if case .exit = step.action { break }
      guard try play(step) else {
        // Nobody hears it; that matters only where the client still has something to say.
        if let next = steps[index...].first(where: { $0.isOfClient }) { throw left(next.line, nil) }
        return
      }
      if !step.isPause { lastLine = step.line }
    }
    if !hasExited { try takeLeave() }
  }

  /// - Returns: false when the client does not read any more.
  private func play(_ step: Transcript.Step) throws(TranscriptError) -> Bool {
    switch step.action {
    case .client(let text):
      try hear([(text, step.line)])
    case .server(let pattern, let text):
      return say(pattern, text)
    case .unordered(let steps):
      let own = steps.filter { $0.server == server }
      try hear(own.compactMap { step in if case .client(let text) = step.action { (text, step.line) } else { nil } })
      for step in own {
        guard case .server(let pattern, let text) = step.action else { continue }
        guard say(pattern, text) else { return false }
      }
    case .wait(let milliseconds, _):
      if keepsTimes { pause += milliseconds }
    case .close:
      pause = 0
      switch channel.next(milliseconds: nil) {
      case .end, .silence: break
      case .message(let bytes): throw stray(step.line, "the client should close its output here", bytes)
      case .faulty(let fault): throw TranscriptError("\(transcript.place(step.line)): \(fault)")
      }
    case .exit, .start:
      break
    }
    return true
  }

  // MARK: Saying

  private func say(_ pattern: JSON, _ text: String) -> Bool {
    Deadline(milliseconds: pause).wait()
    pause = 0
    for answer in pattern.array ?? [pattern] where answer["method"] == nil {
      inFlight.removeAll { $0.own == answer["id"] }
    }
    let message = addressed(comparison.filled(pattern))
    return channel.send(
      message == pattern ? Array(text.utf8) : message.jsonBytes, framing: channel.framing ?? .lines)
  }

  /// The server's message with the client's ids.
  private func addressed(_ message: JSON) -> JSON {
    switch message {
    case .array(let entries): .array(entries.map(addressed))
    case .object(let members) where message["method"] == nil:
      .object(members.map { $0.name == "id" ? JSON.Member("id", clientID($0.value)) : $0 })
    case .object(let members):
      .object(
        members.map { member in
          guard member.name == "params", case .object(let params) = member.value else { return member }
          return JSON.Member(
            "params", .object(params.map { $0.name == "request" ? JSON.Member($0.name, clientID($0.value)) : $0 }))
        })
    default: message
    }
  }

  private func clientID(_ id: JSON) -> JSON { ids[id] ?? id }

  // MARK: Hearing

  /// Takes as many messages as there are candidates, each of which one must be.
  private func hear(_ candidates: [(text: String, line: Int)]) throws(TranscriptError) {
    // A time before what the client says is the client's; a group may have nothing of it.
    if !candidates.isEmpty { pause = 0 }
    var rest = candidates
    while let first = rest.first {
      switch channel.next(milliseconds: nil) {
      case .end, .silence: throw left(first.line, first.text)
      case .faulty(let fault): throw TranscriptError("\(transcript.place(first.line)): \(fault)")
      case .message(let bytes):
        guard let index = rest.firstIndex(where: { differences($0.text, bytes).isEmpty }) else {
          let text = String(decoding: bytes, as: UTF8.self)
          let method = (try? JSON.parse(bytes))?["method"]
          // Most clients take their leave this way: what they have not said is what is amiss, not that.
          if method == "shutdown" || method == "exit" { throw left(first.line, first.text, received: text) }
          let report = Difference.report(differences(first.text, bytes), expected: first.text, received: text)
          throw TranscriptError(
            "\(transcript.place(first.line)): the client strays from the transcript\n\(report)"
              + otherPlace(of: bytes, than: first.line))
        }
        let (text, line) = rest.remove(at: index)
        try note(text, bytes, line)
      }
    }
  }

  private func differences(_ expected: String, _ received: [UInt8]) -> [Difference] {
    guard let pattern = try? JSON.parse(expected), let message = try? JSON.parse(received) else {
      let received = String(decoding: received, as: UTF8.self)
      return expected.isSame(as: received)
        ? [] : [Difference(path: "", expected: expected, received: received)]
    }
    // A cancellation names a request by the transcript's id.
    return comparison.differences(
      Self.comparable(pattern) { [ids] in ids[$0] ?? Comparison.wildcard }, Self.comparable(message) { $0 })
  }

  /// What of a message is compared.
  private static func comparable(_ message: JSON, cancelled: (JSON) -> JSON) -> JSON {
    switch message {
    case .array(let entries):
      return .array(entries.map { comparable($0, cancelled: cancelled) })
    case .object(let members):
      let method = message["method"]
      let compared = members.map { member in
        switch (member.name, member.value) {
        case ("id", .string), ("id", .number), ("id", .null):
          return JSON.Member("id", "any id")
        case ("params", .null), ("params", .array([])):
          return JSON.Member("params", [:])
        case ("params", .object(var params)):
          if method == "initialize" { params.removeAll { ["processId", "clientInfo"].contains($0.name) } }
          if method == "$/cancelRequest" {
            params = params.map { $0.name == "id" ? JSON.Member("id", cancelled($0.value)) : $0 }
          }
          return JSON.Member("params", .object(params))
        default:
          return member
        }
      }
      // A pattern that leaves other members open leaves params open.
      let hasParams = members.contains { $0.name == "params" || Comparison.isOthers($0) }
      return .object(hasParams ? compared : compared + [JSON.Member("params", [:])])
    default:
      return message
    }
  }

  private func otherPlace(of message: [UInt8], than line: Int) -> String {
    transcript.otherPlace(than: line) { other in
      guard case .client(let text) = other.action, other.server == server else { return false }
      return differences(text, message).isEmpty
    }
  }

  /// Remembers whose ids belong together, and whether that was the end.
  ///
  /// - Throws: where the id is another request's that is not answered yet, and a real server would refuse it.
  private func note(_ expected: String, _ received: [UInt8], _ line: Int) throws(TranscriptError) {
    guard let pattern = try? JSON.parse(expected), let message = try? JSON.parse(received) else { return }
    for (pattern, message) in zip(pattern.array ?? [pattern], message.array ?? [message]) {
      if let own = pattern["id"], !own.isNull, let id = message["id"] {
        if let other = inFlight.first(where: { $0.client == id && $0.own != own }) {
          let text = String(decoding: received, as: UTF8.self)
          throw TranscriptError(
            "\(transcript.place(line)): the client uses the id \(id.jsonText) again while its request of line "
              + "\(other.line) is not answered\n  received: \(text)")
        }
        ids[own] = id
        inFlight.append((own, id, line))
      }
      if message["method"] == "exit", message["id"] == nil { hasExited = true }
    }
  }

  // MARK: The end

  private func takeLeave() throws(TranscriptError) {
    while true {
      switch channel.next(milliseconds: nil) {
      case .end, .silence: return
      case .faulty(let fault): throw TranscriptError("\(transcript.place(lastLine)): behind this line: \(fault)")
      case .message(let bytes):
        let message = try? JSON.parse(bytes)
        switch (message?["method"], message?["id"]) {
        case ("exit", nil):
          return
        case ("shutdown", let id?):
          let answer: JSON = ["jsonrpc": "2.0", "id": id, "result": [:]]
          guard channel.send(answer.jsonBytes, framing: channel.framing ?? .lines) else { return }
        default:
          throw stray(lastLine, "the client says more than the transcript, which ends here", bytes)
        }
      }
    }
  }

  private func stray(_ line: Int, _ what: String, _ received: [UInt8]) -> TranscriptError {
    let report = Difference.report([], expected: "no message", received: String(decoding: received, as: UTF8.self))
    let place = otherPlace(of: received, than: line)
    return TranscriptError("\(transcript.place(line)): \(what)\n\(report)\(place)")
  }

  private func left(_ line: Int, _ expected: String?, received: String? = nil) -> TranscriptError {
    TranscriptError(
      "\(transcript.place(line)): the client has left early" + (expected.map { "\n  expected: \($0)" } ?? "")
        + (received.map { "\n  received: \($0)" } ?? ""))
  }
}

extension Transcript.Step {
  fileprivate var isPause: Bool {
    if case .wait = action { true } else { false }
  }

  fileprivate var isOfClient: Bool {
    switch action {
    case .client: true
    case .unordered(let steps): steps.contains { $0.isOfClient }
    case .server, .wait, .close, .exit, .start: false
    }
  }
}
