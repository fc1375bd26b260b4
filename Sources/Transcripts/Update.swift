import JSON

/// Runs a transcript and writes down what the server says now.
///
/// What still holds stays as it is written, and so do comments, and `"…"` and names inside of what has changed. What is
/// written newly and is another value in each session is left open. A transcript that has no line of a server's yet is
/// filled in: what stands together without a blank line is sent at once.
public final class Update {
  private let verification: Verification
  private let transcript: Transcript
  /// The lines that stand in place of a line, by its number.
  private var replacements: [Int: [String]] = [:]
  private let original: [String]
  /// Whether there is no line of a server's yet.
  private let isEmpty: Bool
  /// The names of all members that came.
  private var named: Set<String> = []
  /// Whether the whole transcript is by this, and says at its beginning what is left open: else each value does.
  private let isWhole: Bool
  /// Requests of each server that were not answered yet.
  private var pending: [Int: Int] = [:]
  /// Behind which line more that a server says is to be written.
  private var places: [Int: Int] = [:]

  /// How long nothing may come before it is taken that no more does, once all answers have come.
  private static let quietMilliseconds = 100

  private init(_ transcript: Transcript, _ original: [String], _ options: Verification.Options) throws(TranscriptError)
  {
    verification = try Verification(transcript, options)
    self.transcript = transcript
    self.original = original
    isEmpty = !transcript.messages.contains { $0.isOfServer }
    isWhole = isEmpty && transcript.ignored.isEmpty
  }

  /// Writes a file's transcripts anew, where they have changed.
  ///
  /// - Parameter transcripts: of one file.
  /// - Returns: how many lines of the file are others now.
  /// - Throws: what cannot be written down, such as an answer that does not come; the file is as it was then.
  public static func run(_ transcripts: [Transcript], _ options: Verification.Options) throws(TranscriptError) -> Int {
    guard let file = transcripts.first?.file else { return 0 }
    let original = try TextFile.lines(of: file)
    var replacements: [Int: [String]] = [:]
    for transcript in transcripts {
      let update = try Update(transcript, original, options)
      try update.run()
      replacements.merge(update.replacements) { $1 }
    }
    let changed = replacements.filter { number, lines in
      lines.count != 1 || !lines[0].isSame(as: original[number - 1])
    }
    guard !changed.isEmpty else { return 0 }
    // New lines end as the file's others do.
    let hasReturns = original.allSatisfy { $0.utf8.last == UInt8(ascii: "\r") }
    let lines = original.indices.flatMap { replacements[$0 + 1] ?? [original[$0]] }
    try TextFile.replace(
      file, with: lines.map { hasReturns && $0.utf8.last != UInt8(ascii: "\r") ? $0 + "\r" : $0 })
    return changed.values.reduce(0) { $0 + max(1, $1.count) }
  }

  private func run() throws(TranscriptError) {
    // Times that were recorded say nothing to do, and must not part what comes together.
    let steps = transcript.steps.filter { step in
      if case .wait(_, isRecorded: true) = step.action { false } else { true }
    }
    var index = 0
    while index < steps.count {
      let run = steps[index...].prefix { $0.isOfServer }
      if !run.isEmpty {
        try hear(Array(run), isOrdered: true)
        index += run.count
        continue
      }
      let step = steps[index]
      index += 1
      switch step.action {
      case .unordered(let group):
        for step in group { try say(step) }
        try hear(group.filter(\.isOfServer), isOrdered: false)
        if isEmpty { for server in Set(group.map(\.server)).sorted() { try hear([], isOrdered: true, from: server) } }
      case .client:
        try say(step)
        if isEmpty, index == steps.count || isBlank(between: step.line, and: steps[index].line) {
          // Of the other servers too: what they say now may come of this.
          for server in verification.peers.keys.sorted() {
            places[server] = step.line
            try hear([], isOrdered: true, from: server)
          }
        }
      case .exit, .close:
        if case .exit = step.action { try takeRest(of: step.server) }
        try verification.perform(step)
      case .server, .wait, .start:
        try verification.perform(step)
      }
    }
    for server in verification.peers.keys.sorted() { try takeRest(of: server) }
    verification.lastLines = places
    try verification.finish()
    if isWhole { leaveOpenWhatVaries() }
  }

  /// Says of a transcript that was filled in what will be another value the next time.
  private func leaveOpenWhatVaries() {
    let names = Transcript.volatileNames.filter(named.contains)
    guard !names.isEmpty, let first = transcript.steps.first?.line else { return }
    replacements[first, default: [original[first - 1]]]
      .insert(indent(first) + "! any " + names.joined(separator: " "), at: 0)
  }

  private func isBlank(between line: Int, and next: Int) -> Bool {
    original[line..<(next - 1)].contains { $0.allSatisfy { $0 == " " || $0 == "\r" } }
  }

  private func say(_ step: Transcript.Step) throws(TranscriptError) {
    guard case .client(let text) = step.action else { return }
    try verification.say(text, step)
    places[step.server] = step.line
    let message = try? JSON.parse(text)
    let entries = message?.array ?? [message ?? .null]
    // What is no request at all is answered as well.
    let isAnswered = entries.isEmpty || entries.contains { $0["id"] != nil || $0["method"]?.string == nil }
    if isAnswered { pending[step.server, default: 0] += 1 }
  }

  // MARK: Hearing

  private func hear(_ steps: [Transcript.Step], isOrdered: Bool, from server: Int? = nil) throws(TranscriptError) {
    for server in Set(steps.map(\.server) + (server.map { [$0] } ?? [])).sorted() {
      let expected = steps.filter { $0.server == server }
      let answers = expected.filter { Kind($0.pattern).isResponse }.count
      let due = expected.isEmpty ? pending[server] ?? 0 : min(answers, pending[server] ?? 0)
      let line = expected.first?.line ?? places[server] ?? transcript.lines.lowerBound
      let received = try collect(from: server, answers: due, lines: expected.count, at: line)
      write(received, inPlaceOf: expected, server, isOrdered: isOrdered)
    }
  }

  private func collect(
    from server: Int, answers: Int, lines: Int, at line: Int
  ) throws(TranscriptError) -> [JSON] {
    var received: [JSON] = []
    var missing = answers
    while true {
      let isWaiting = missing > 0
      let time =
        isWaiting
        ? verification.options.timeoutMilliseconds
        : received.count < lines ? Self.quietMilliseconds * 5 : Self.quietMilliseconds
      switch verification.peers[server]?.next(milliseconds: time) ?? .end {
      case .message(let message, _):
        received.append(message)
        guard Kind(message).isResponse else { continue }
        missing -= 1
        pending[server, default: 0] -= 1
      case .faulty(let fault): throw verification.failure(line, fault)
      case .silence where isWaiting:
        let advice = lines == 0 ? "; what makes it come must follow without a blank line" : ""
        throw verification.failure(line, "an answer did not come within \(time) ms" + advice)
      case .end where isWaiting:
        throw verification.failure(
          line, "an answer did not come: the server has closed its output" + verification.exit(of: server))
      case .silence, .end: return received
      }
    }
  }

  /// Lets a server end, and writes down what it says until then.
  private func takeRest(of server: Int) throws(TranscriptError) {
    guard let peer = verification.peers[server] else { return }
    // What it does not answer now it never will, and its next life has not been asked.
    pending[server] = 0
    peer.closeInput()
    var received: [JSON] = []
    let line = places[server] ?? transcript.lines.lowerBound
    loop: while true {
      switch peer.next(milliseconds: verification.options.timeoutMilliseconds) {
      case .message(let message, _): received.append(message)
      case .faulty(let fault): throw verification.failure(line, fault)
      case .silence: throw verification.failure(line, "the server does not end")
      case .end: break loop
      }
    }
    write(received, inPlaceOf: [], server, isOrdered: true)
  }

  // MARK: Writing

  private func write(_ received: [JSON], inPlaceOf steps: [Transcript.Step], _ server: Int, isOrdered: Bool) {
    let alignment = Alignment(steps.map { step in received.map { likeness(step, $0) } }, of: received.count)
    let pairs = isOrdered ? alignment.inOrder() : alignment.inAnyOrder()
    for step in steps { replacements[step.line] = [] }
    if let first = steps.first?.line { places[server] = first }
    for (index, message) in received.enumerated() {
      note(message)
      let text = isWhole ? message.jsonText : Self.opened(message, verification.comparison).jsonText
      if let step = pairs[index].map({ steps[$0] }) {
        let now = Self.merged(step.pattern, message, &verification.comparison)
        let text = now == step.pattern ? original[step.line - 1] : indent(step.line) + mark(server) + now.jsonText
        replacements[step.line, default: []].append(text)
        places[server] = step.line
      } else if let place = places[server] {
        // In place of a line that is no more, else behind the one before.
        if replacements[place] == nil { replacements[place] = [original[place - 1]] }
        replacements[place]?.append(indent(place) + mark(server) + text)
      } else {
        let place = transcript.lines.lowerBound
        if replacements[place] == nil, place <= original.count { replacements[place] = [original[place - 1]] }
        replacements[place]?.insert(mark(server) + text, at: 0)
      }
    }
    if let last = steps.last?.line { places[server] = last }
  }

  private func note(_ value: JSON) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let values): for value in values { note(value) }
    case .object(let members):
      for member in members {
        named.insert(member.name)
        note(member.value)
      }
    }
  }

  private func mark(_ server: Int) -> String { server == 1 ? "<-- " : "\(server)<-- " }

  private func indent(_ line: Int) -> Substring { original[line - 1].prefix { $0 == " " } }

  private func likeness(_ step: Transcript.Step, _ message: JSON) -> Int {
    var trial = verification.comparison
    if trial.matches(step.pattern, message) { return 3 }
    let (expected, received) = (Kind(step.pattern), Kind(message))
    return expected == received ? 2 : expected.isLike(received) ? 1 : 0
  }
}

extension Transcript.Step {
  fileprivate var isOfServer: Bool {
    if case .server = action { true } else { false }
  }

  /// What a server's message must be.
  fileprivate var pattern: JSON {
    if case .server(let pattern, _) = action { pattern } else { .null }
  }
}
