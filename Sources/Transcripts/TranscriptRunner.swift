/// Plays the client of a transcript to a real server, and stops at the first mismatch.
public final class TranscriptRunner {
  /// How a server is started, and how strictly its messages are compared.
  public struct Options: Sendable {
    public var command: [String]
    /// The server's environment. The variables that lead to its temporary home are added.
    public var environment: [String: String]
    public var framing = Framing.lines
    public var ordersMembers = false
    /// The longest time for each message, and for the server's exit.
    public var timeoutMilliseconds = 10_000

    public init(command: [String], environment: [String: String]) {
      self.command = command
      self.environment = environment
    }
  }

  private let transcript: Transcript
  private let options: Options
  private let home: TemporaryHome
  private var servers: [Int: ServerUnderTest] = [:]
  private var matcher: Matcher
  private var lastLines: [Int: Int] = [:]

  private init(_ transcript: Transcript, _ options: Options) throws(TranscriptError) {
    (self.transcript, self.options) = (transcript, options)
    matcher = Matcher(ordersMembers: options.ordersMembers, ignored: transcript.ignored)
    home = try TemporaryHome()
  }

  deinit {
    for server in servers.values { server.kill() }
    home.remove()
  }

  /// Runs a transcript with a server that has its own empty home, or throws the first mismatch.
  public static func verify(_ transcript: Transcript, _ options: Options) throws(TranscriptError) {
    try TranscriptRunner(transcript, options).run()
  }

  /// Kills all servers, removes their homes and exits.
  public static func abandonAll(status: Int32) -> Never {
    ChildProcess.killAll(thenExit: status, TemporaryHome.removeAll)
  }

  // MARK: Steps

  private func run() throws(TranscriptError) {
    try start(1)
    // A recorded time only reports how long a server took.
    let steps = transcript.steps.filter { step in
      if case .wait(_, isRecorded: true) = step.action { false } else { true }
    }
    var index = 0
    while index < steps.count {
      let expected = steps[index...].prefix { $0.serverMessage != nil }
      if expected.isEmpty {
        index += 1
        try perform(steps[index - 1])
      } else {
        index += expected.count
        try expect(Array(expected), isOrdered: true)
      }
      for step in expected + [steps[index - 1]] { lastLines[step.server] = step.line }
    }
    for server in servers.keys.sorted() {
      try end(server, status: 0, line: lastLines[server] ?? transcript.lines.lowerBound)
    }
  }

  private func perform(_ step: Transcript.Step) throws(TranscriptError) {
    switch step.action {
    case .client(let text): try send(text, step)
    case .server: break
    case .unordered(let steps):
      for step in steps { if let text = step.clientText { try send(text, step) } }
      try expect(steps, isOrdered: false)
    case .wait(let milliseconds, _): PollDeadline(milliseconds: milliseconds).wait()
    case .close: servers[step.server]?.input.closeWrite()
    case .exit(let status): try end(step.server, status: status, line: step.line)
    case .start: try start(step.server)
    }
  }

  private func start(_ server: Int) throws(TranscriptError) {
    let environment = options.environment.merging(home.variables) { $1 }
    servers[server] = try ServerUnderTest(command: options.command, environment: environment, framing: options.framing)
  }

  private func end(_ number: Int, status: Int32, line: Int) throws(TranscriptError) {
    guard let server = servers[number] else { return }
    server.input.closeWrite()
    servers[number] = nil
    defer { server.kill() }
    let timeout = options.timeoutMilliseconds
    let timedOut = transcript.error(line, "the server did not exit within \(timeout) ms after its input was closed")
    switch server.next(milliseconds: timeout) {
    case .end: break
    case .message(let message):
      throw transcript.error(line, "the server sends more than the transcript has", "  received: \(message.text)")
    case .malformed(let fault): throw transcript.error(line, fault)
    case .timeout: throw timedOut
    }
    guard let received = server.process.waitForExit(milliseconds: timeout)?.shellStatus else { throw timedOut }
    if received != status {
      throw transcript.error(
        line, "the server exited with another status", "  expected: \(status)\n  received: \(received)")
    }
  }

  // MARK: Sending

  private func send(_ text: String, _ step: Transcript.Step) throws(TranscriptError) {
    guard servers[step.server]?.send(filled(text)) == true else {
      throw transcript.error(step.line, "the server does not read its input any longer" + exitReport(of: step.server))
    }
  }

  /// The message with the values of its names, and this process's id: a server exits when its client is gone.
  private func filled(_ text: String) -> String {
    guard let json = try? JSON.parse(text) else { return text }
    var message = matcher.filled(json)
    if message["method"] == "initialize", let process = message["params"]?["processId"]?.int,
      (1...Int(Int32.max)).contains(process)
    {
      message = message.replacing("params") { $0.replacing("processId") { _ in .integer(getpid()) } }
    }
    return message == json ? text : message.jsonText
  }

  // MARK: Receiving

  /// Receives the messages of server steps; client steps among them have been sent.
  private func expect(_ steps: [Transcript.Step], isOrdered: Bool) throws(TranscriptError) {
    let groups =
      isOrdered
      ? steps.map { [$0] } : Set(steps.map(\.server)).sorted().map { server in steps.filter { $0.server == server } }
    for group in groups {
      var rest: [Expectation] = group.compactMap { step in
        step.serverMessage.map { (step.server, $0.json, $0.text, step.line) }
      }
      while let first = rest.first {
        let message = try receive(first)
        // A message that matches several steps is taken for the first of them.
        guard let index = rest.firstIndex(where: { matcher.matches($0.pattern, message.json) }) else {
          throw unexpected(message, rest, isGroup: !isOrdered)
        }
        rest.remove(at: index)
      }
    }
  }

  /// A server step, and its message as JSON and as the file has it.
  private typealias Expectation = (server: Int, pattern: JSON, text: String, line: Int)

  private func receive(_ expected: Expectation) throws(TranscriptError) -> (json: JSON, text: String) {
    let details = "  expected: \(expected.text)"
    switch servers[expected.server]?.next(milliseconds: options.timeoutMilliseconds) ?? .end {
    case .message(let message): return message
    case .malformed(let fault): throw transcript.error(expected.line, fault, details)
    case .end:
      throw transcript.error(expected.line, "the server closed its output" + exitReport(of: expected.server), details)
    case .timeout:
      throw transcript.error(expected.line, "no message came within \(options.timeoutMilliseconds) ms", details)
    }
  }

  private func unexpected(
    _ message: (json: JSON, text: String), _ candidates: [Expectation], isGroup: Bool
  ) -> TranscriptError {
    let nearest = candidates.first { Self.subject(of: $0.pattern) == Self.subject(of: message.json) } ?? candidates[0]
    let mismatches = matcher.mismatches(nearest.pattern, message.json)
    let hint =
      isGroup
      ? ""
      : transcript.hint(for: nearest.line) { [matcher] other in
        guard let pattern = other.serverMessage?.json, other.server == nearest.server else { return false }
        var matcher = matcher
        return matcher.matches(pattern, message.json)
      }
    return transcript.error(
      nearest.line, "unexpected message from the server" + (isGroup ? ": it matches none of the group's messages" : ""),
      Mismatch.report(mismatches, expected: nearest.text, received: message.text) + hint)
  }

  /// The request that a message belongs to, or the method, by which its line in the transcript is found.
  private static func subject(of message: JSON) -> [JSON?] {
    if let method = message["method"] { return [method, message["params"]?["request"]] }
    return (message.array ?? [message]).map { $0["id"] }
  }

  /// Describes the exit of a server whose connection has ended, whose status often explains why; empty if it runs.
  private func exitReport(of server: Int) -> String {
    let exit = servers[server]?.process.waitForExit(milliseconds: min(5_000, options.timeoutMilliseconds))
    return exit.map { " and exited with status \($0.shellStatus)" } ?? ""
  }
}

extension JSON {
  fileprivate func replacing(_ name: String, _ value: (JSON) -> JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? JSON.Member(name, value($0.value)) : $0 })
  }
}
