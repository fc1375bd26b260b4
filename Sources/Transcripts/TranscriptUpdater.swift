import JSON
import Redaction

/// Runs a transcript and replaces its server messages by those that the server sends now.
///
/// Lines that still match stay unchanged, and so do comments. Inside a line that changes, placeholders stay where they
/// still match, new values that differ in each session become wildcards, and secrets become named placeholders. A
/// transcript without any server line is completed: messages that no blank line separates are sent without waiting.
public final class TranscriptUpdater: TranscriptRunner {
  /// The new lines that replace a line, by its number.
  private var replacements: [Int: [String]] = [:]
  private let original: [String]
  /// Whether the transcript has no server line yet.
  private let isUnanswered: Bool
  /// Whether one directive at the top opens the values that differ in each session, because the whole transcript is
  /// new.
  private let opensWhole: Bool
  /// The names of all received members.
  private var memberNames: Set<String> = []
  private var redactor = Redactor(.placeholders)
  /// The number of unanswered requests of each server.
  private var pending: [Int: Int] = [:]
  /// The line after which further messages of a server are inserted.
  private var insertionLines: [Int: Int] = [:]

  /// After this time without a message the server counts as idle, if all responses have arrived.
  private static let quietMilliseconds = 100

  private init(_ transcript: Transcript, _ original: [String], _ options: Options) throws(TranscriptError) {
    self.original = original
    isUnanswered = !transcript.messages.contains { $0.serverMessage != nil }
    opensWhole = isUnanswered && transcript.ignored.isEmpty
    try super.init(transcript, options)
  }

  /// Rewrites the transcripts of one file where the server differs.
  ///
  /// - Returns: the number of changed lines.
  /// - Throws: what keeps the session from being written, such as a missing response; the file is then unchanged.
  public static func update(_ transcripts: [Transcript], _ options: Options) throws(TranscriptError) -> Int {
    guard let file = transcripts.first?.file else { return 0 }
    let original = try TextFile.lines(of: file)
    var replacements: [Int: [String]] = [:]
    for transcript in transcripts {
      let updater = try TranscriptUpdater(transcript, original, options)
      try updater.run()
      if updater.opensWhole { updater.openVolatileMembers() }
      replacements.merge(updater.replacements) { $1 }
    }
    let changed = replacements.filter { number, lines in
      lines.count != 1 || !lines[0].isSame(as: original[number - 1])
    }
    guard !changed.isEmpty else { return 0 }
    // New lines end as the file's other lines do.
    let hasReturns = original.allSatisfy { $0.utf8.last == UInt8(ascii: "\r") }
    let lines = original.indices.flatMap { replacements[$0 + 1] ?? [original[$0]] }
    try TextFile.replace(
      file, with: lines.map { hasReturns && $0.utf8.last != UInt8(ascii: "\r") ? $0 + "\r" : $0 })
    return changed.values.reduce(0) { $0 + max(1, $1.count) }
  }

  /// Adds a directive that opens the received members which differ in each session.
  private func openVolatileMembers() {
    let names = Transcript.volatileNames.filter(memberNames.contains)
    guard !names.isEmpty, let first = transcript.steps.first?.line else { return }
    replacements[first, default: [original[first - 1]]]
      .insert(indent(first) + "! any " + names.joined(separator: " "), at: 0)
  }

  // MARK: Steps

  override func send(_ text: String, _ step: Transcript.Step) throws(TranscriptError) {
    try super.send(text, step)
    insertionLines[step.server] = step.line
    let message = try? JSON.parse(text)
    let entries = message?.array ?? [message ?? .null]
    // An invalid request gets a response too.
    let isAnswered = entries.isEmpty || entries.contains { $0["id"] != nil || $0["method"]?.string == nil }
    if isAnswered { pending[step.server, default: 0] += 1 }
  }

  override func didSend(_ step: Transcript.Step, next: Transcript.Step?) throws(TranscriptError) {
    guard isUnanswered, next.map({ isBlank(between: step.line, and: $0.line) }) ?? true else { return }
    // This message may also have caused what the other servers send now.
    for server in servers.keys.sorted() {
      insertionLines[server] = step.line
      try rewrite([], of: server, isOrdered: true)
    }
  }

  override func expect(_ steps: [Transcript.Step], isOrdered: Bool) throws(TranscriptError) {
    let expected = steps.filter { $0.serverMessage != nil }
    for server in Set((isUnanswered ? steps : expected).map(\.server)).sorted() {
      try rewrite(expected.filter { $0.server == server }, of: server, isOrdered: isOrdered)
    }
  }

  override func willEnd(_ server: Int) throws(TranscriptError) {
    // Unanswered requests stay unanswered; they do not carry over to a restarted server.
    pending[server] = 0
    var received: [JSON] = []
    let line = insertionLines[server] ?? transcript.lines.lowerBound
    loop: while true {
      switch servers[server]?.next(milliseconds: options.timeoutMilliseconds) ?? .end {
      case .message(let message): received.append(message.json)
      case .malformed(let fault): throw transcript.error(line, fault)
      case .timeout: throw transcript.error(line, "the server did not exit after its input was closed")
      case .end: break loop
      }
    }
    write(received, replacing: [], of: server, isOrdered: true)
  }

  private func rewrite(_ steps: [Transcript.Step], of server: Int, isOrdered: Bool) throws(TranscriptError) {
    let responses = steps.count { $0.serverMessage.map(MessageKind.init)?.isResponse == true }
    let due = steps.isEmpty ? pending[server] ?? 0 : min(responses, pending[server] ?? 0)
    let line = steps.first?.line ?? insertionLines[server] ?? transcript.lines.lowerBound
    let received = try receive(from: server, responses: due, lineCount: steps.count, line: line)
    write(received, replacing: steps, of: server, isOrdered: isOrdered)
  }

  /// Receives messages until the responses have come and the server is idle.
  private func receive(
    from server: Int, responses: Int, lineCount: Int, line: Int
  ) throws(TranscriptError) -> [JSON] {
    var received: [JSON] = []
    var missing = responses
    while true {
      let isWaiting = missing > 0
      let timeout =
        isWaiting
        ? options.timeoutMilliseconds
        : received.count < lineCount ? Self.quietMilliseconds * 5 : Self.quietMilliseconds
      switch servers[server]?.next(milliseconds: timeout) ?? .end {
      case .message(let message):
        received.append(message.json)
        guard MessageKind(message.json).isResponse else { continue }
        missing -= 1
        pending[server, default: 0] -= 1
      case .malformed(let fault): throw transcript.error(line, fault)
      case .timeout where isWaiting:
        let advice = lineCount > 0 ? "" : "; a message that completes the request must follow without a blank line"
        throw transcript.error(line, "no response came within \(timeout) ms" + advice)
      case .end where isWaiting:
        throw transcript.error(line, "no response came: the server closed its output" + exitReport(of: server))
      case .timeout, .end: return received
      }
    }
  }

  // MARK: Writing

  private func write(_ received: [JSON], replacing steps: [Transcript.Step], of server: Int, isOrdered: Bool) {
    let alignment = Alignment(
      similarity: steps.map { step in received.map { similarity(step, $0) } }, messageCount: received.count)
    let lines = isOrdered ? alignment.inOrder() : alignment.inAnyOrder()
    for step in steps { replacements[step.line] = [] }
    if let first = steps.first?.line { insertionLines[server] = first }
    for (message, index) in zip(received, lines) {
      collectNames(message)
      let step = index.map { steps[$0] }
      let isMatch = step?.serverMessage.map { matcher.matches($0, message) } ?? false
      redactor.adopt(names: matcher.captures)
      let redacted = redactor.redacted(message, isFromServer: true)
      guard let step, let pattern = step.serverMessage else {
        let line = opensWhole ? redacted : Self.opened(redacted, matcher)
        bindNames(of: line, to: message)
        insert(arrow(of: server) + line.jsonText, of: server)
        continue
      }
      if isMatch {
        replacements[step.line, default: []].append(original[step.line - 1])
      } else {
        let line = Self.merged(pattern, message, redacted, &matcher)
        bindNames(of: line, to: message)
        replacements[step.line, default: []].append(indent(step.line) + arrow(of: server) + line.jsonText)
      }
      insertionLines[server] = step.line
    }
    if let last = steps.last?.line { insertionLines[server] = last }
  }

  /// Binds the placeholders of a new line, so that the client's next messages are sent with the values.
  private func bindNames(of line: JSON, to message: JSON) { _ = matcher.matches(line, message) }

  /// Adds a line after the server's latest one, in place of it if it was removed, or else at the top.
  private func insert(_ text: String, of server: Int) {
    let line = insertionLines[server] ?? transcript.lines.lowerBound
    guard line <= original.count else { return }
    if replacements[line] == nil { replacements[line] = [original[line - 1]] }
    if insertionLines[server] != nil {
      replacements[line]?.append(indent(line) + text)
    } else {
      replacements[line]?.insert(text, at: 0)
    }
  }

  private func collectNames(_ value: JSON) {
    switch value {
    case .null, .bool, .number, .string, .illFormedString: break
    case .array(let values): for value in values { collectNames(value) }
    case .object(let members):
      for member in members {
        memberNames.insert(member.name)
        collectNames(member.value)
      }
    }
  }

  private func similarity(_ step: Transcript.Step, _ message: JSON) -> Int {
    guard let pattern = step.serverMessage else { return 0 }
    var trial = matcher
    if trial.matches(pattern, message) { return 3 }
    let (expected, received) = (MessageKind(pattern), MessageKind(message))
    return expected == received ? 2 : expected.isSimilar(to: received) ? 1 : 0
  }

  private func arrow(of server: Int) -> String { server == 1 ? "<-- " : "\(server)<-- " }

  private func indent(_ line: Int) -> Substring { original[line - 1].prefix { $0 == " " } }

  private func isBlank(between line: Int, and next: Int) -> Bool {
    original[line..<(next - 1)].contains { $0.allSatisfy { $0 == " " || $0 == "\r" } }
  }
}
