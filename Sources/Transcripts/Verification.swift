import JSON
import JSONRPC
import OperatingSystem

/// Says the client's part of a transcript to a real server, and sees whether the server says its own.
public final class Verification {
  /// How to run a server, and how closely to look at what it says.
  public struct Options: Sendable {
    /// The program's path and its arguments.
    public var command: [String]
    /// The server's; the variables that lead to its home are set besides.
    public var environment: [String: String]
    /// Of what the client sends, and of what the server must answer in.
    public var framing = Framing.lines
    /// Whether members must come in the transcript's order.
    public var ordersMembers = false
    /// How long each line may take, and the server's end.
    public var timeoutMilliseconds = 10_000

    public init(command: [String], environment: [String: String]) {
      self.command = command
      self.environment = environment
    }
  }

  let transcript: Transcript
  let options: Options
  private let home: TemporaryHome
  private(set) var peers: [Int: Peer] = [:]
  var comparison: Comparison
  /// The line of the last step of each server.
  var lastLines: [Int: Int] = [:]

  init(_ transcript: Transcript, _ options: Options) throws(TranscriptError) {
    self.transcript = transcript
    self.options = options
    comparison = Comparison(ordersMembers: options.ordersMembers, ignored: transcript.ignored)
    home = try TemporaryHome()
    do {
      try start(1)
    } catch {
      home.remove()
      throw error
    }
  }

  deinit {
    for peer in peers.values { peer.destroy() }
    home.remove()
  }

  /// Runs one conversation, in a home of its own.
  ///
  /// - Throws: the first difference between it and the transcript: says where and what.
  public static func run(_ transcript: Transcript, _ options: Options) throws(TranscriptError) {
    let verification = try Verification(transcript, options)
    for step in transcript.steps { try verification.perform(step) }
    try verification.finish()
  }

  /// Ends this process at once, but first the servers that run, and removes their homes.
  public static func abandonAll(status: Int32) -> Never {
    ChildProcess.killAll(thenExit: status, TemporaryHome.removeAll)
  }

  func perform(_ step: Transcript.Step) throws(TranscriptError) {
    switch step.action {
    case .client(let text): try say(text, step)
    case .server(let pattern, let text): try hear(pattern, text, step)
    case .unordered(let steps):
      for step in steps { if case .client(let text) = step.action { try say(text, step) } }
      try hear(steps)
    case .wait(let milliseconds, let isRecorded):
      // How long the server once took is its own matter.
      if !isRecorded { Deadline(milliseconds: milliseconds).wait() }
    case .close: peers[step.server]?.closeInput()
    case .exit(let status): try end(step.server, status: status, line: step.line)
    case .start: try start(step.server)
    }
    lastLines[step.server] = step.line
  }

  /// Ends what still runs.
  func finish() throws(TranscriptError) {
    for server in peers.keys.sorted() {
      try end(server, status: 0, line: lastLines[server] ?? transcript.lines.lowerBound)
    }
  }

  private func start(_ server: Int) throws(TranscriptError) {
    let variables = options.environment.merging(home.variables) { $1 }
    peers[server] = try Peer(command: options.command, environment: variables, framing: options.framing)
  }

  // MARK: Saying

  func say(_ text: String, _ step: Transcript.Step) throws(TranscriptError) {
    guard peers[step.server]?.send(filled(text)) == true else {
      throw failure(step.line, "the server takes no more input" + exit(of: step.server))
    }
  }

  /// The message with the values of its names. The process that a client says it is must be one that is there.
  private func filled(_ text: String) -> String {
    guard let json = try? JSON.parse(text) else { return text }
    var message = comparison.filled(json)
    if message["method"] == "initialize", let process = message["params"]?["processId"]?.int,
      (1...Int(Int32.max)).contains(process)
    {
      message = message.replacing("params") { $0.replacing("processId") { _ in .integer(TemporaryHome.owner) } }
    }
    return message == json ? text : message.jsonText
  }

  // MARK: Hearing

  private func hear(_ pattern: JSON, _ text: String, _ step: Transcript.Step) throws(TranscriptError) {
    let (message, received) = try next(step.server, line: step.line, expected: text)
    let differences = comparison.differences(pattern, message)
    guard differences.isEmpty else {
      throw failure(
        step.line, "the server says something else",
        Difference.report(differences, expected: text, received: received) + otherPlace(of: message, than: step))
    }
  }

  /// Hears each of the messages, in the order in which they come. One that could be several is the first of them.
  private func hear(_ steps: [Transcript.Step]) throws(TranscriptError) {
    for server in Set(steps.map(\.server)).sorted() {
      var rest: [(pattern: JSON, text: String, line: Int)] = []
      for step in steps where step.server == server {
        if case .server(let pattern, let text) = step.action { rest.append((pattern, text, step.line)) }
      }
      while let first = rest.first {
        let (message, received) = try next(server, line: first.line, expected: first.text)
        guard let index = rest.firstIndex(where: { comparison.matches($0.pattern, message) }) else {
          let nearest = rest.first { Kind($0.pattern) == Kind(message) } ?? first
          throw failure(
            nearest.line, "the server says what is none of the group's messages",
            Difference.report(
              comparison.differences(nearest.pattern, message), expected: nearest.text, received: received))
        }
        rest.remove(at: index)
      }
    }
  }

  private func next(_ server: Int, line: Int, expected: String) throws(TranscriptError) -> (JSON, String) {
    switch peers[server]?.next(milliseconds: options.timeoutMilliseconds) ?? .end {
    case .message(let message, let text): return (message, text)
    case .faulty(let fault): throw failure(line, fault, "  expected: \(expected)")
    case .end: throw failure(line, "the server has closed its output" + exit(of: server), "  expected: \(expected)")
    case .silence:
      throw failure(line, "nothing came within \(options.timeoutMilliseconds) ms", "  expected: \(expected)")
    }
  }

  /// How a server has ended that says no more, which is often why; empty where it goes on.
  func exit(of server: Int) -> String {
    let status = peers[server]?.waitForExit(milliseconds: min(5_000, options.timeoutMilliseconds))
    return status.map { ", and has ended with status \($0)" } ?? ""
  }

  private func otherPlace(of message: JSON, than step: Transcript.Step) -> String {
    transcript.otherPlace(than: step.line) { [comparison] other in
      guard case .server(let pattern, _) = other.action, other.server == step.server else { return false }
      var comparison = comparison
      return comparison.matches(pattern, message)
    }
  }

  /// Sees a server to its end: it has nothing more to say.
  func end(_ server: Int, status: Int32, line: Int) throws(TranscriptError) {
    guard let peer = peers.removeValue(forKey: server) else { return }
    defer { peer.destroy() }
    peer.closeInput()
    switch peer.next(milliseconds: options.timeoutMilliseconds) {
    case .end: break
    case .message(_, let text): throw failure(line, "the server says more than the transcript", "  received: \(text)")
    case .faulty(let fault): throw failure(line, fault)
    case .silence: throw failure(line, "the server does not end within \(options.timeoutMilliseconds) ms")
    }
    guard let received = peer.waitForExit(milliseconds: options.timeoutMilliseconds) else {
      throw failure(line, "the server does not end within \(options.timeoutMilliseconds) ms")
    }
    if received != status {
      throw failure(line, "the server ends with another status", "  expected: \(status)\n  received: \(received)")
    }
  }

  func failure(_ line: Int, _ what: String, _ details: String? = nil) -> TranscriptError {
    TranscriptError("\(transcript.place(line)): \(what)" + (details.map { "\n" + $0 } ?? ""))
  }
}

/// What a message is about: tells which of two goes with a third.
enum Kind: Hashable {
  case response(id: String)
  case notification(method: String, request: String?)
  case other

  init(_ message: JSON) {
    if let method = message["method"]?.string {
      self = .notification(method: method, request: message["params"]?["request"]?.jsonText)
    } else if let entries = message.array {
      self = .response(id: entries.map { $0["id"]?.jsonText ?? "" }.joined(separator: ","))
    } else if let id = message["id"] {
      self = .response(id: id.jsonText)
    } else {
      self = .other
    }
  }

  var isResponse: Bool {
    if case .response = self { true } else { false }
  }

  /// Whether it is something of that sort, if about another request.
  func isLike(_ other: Kind) -> Bool {
    switch (self, other) {
    case (.response, .response), (.other, .other): true
    case (.notification(let method, _), .notification(let other, _)): method == other
    default: false
    }
  }
}

extension JSON {
  /// An object with another value in the place of a member's.
  func replacing(_ name: String, _ value: (JSON) -> JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? JSON.Member(name, value($0.value)) : $0 })
  }
}
