import JSON
import Testing

/// What should never come in. Every case is followed by a good request, which must be answered as if nothing had been.
@Suite("Malformed input")
struct MalformedInputTests {
  @Test("Every malformed message gets what it deserves, and the session goes on", arguments: Framing.allCases)
  func messages(_ framing: Framing) throws {
    let cases = try FaultCase.all(of: "malformed.txt").filter { [nil, framing].contains($0.framing) }
    #expect(cases.count > 200)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: framing)
      // The first bytes decide the framing, and the first case must not.
      _ = try server.ask("genres").result
      for fault in cases {
        try server.write(framing.frame(fault.bytes))
        try expectAnswers(to: fault, from: server)
      }
      #expect(try server.finish() == .exited(0))
      #expect(try server.remainingLines().map(\.text).isEmpty)
    }
  }

  @Test("A malformed message may be the first of a session and its last", arguments: [true, false])
  func alone(_ endsLine: Bool) throws {
    // Without a server for each: those that differ in their first bytes.
    let cases = try FaultCase.all(of: "malformed.txt").filter { $0.framing == nil && $0.bytes.count <= 12 }
    #expect(cases.count > 20)
    for fault in cases where !fault.bytes.starts(with: "Content-Length:".utf8) {
      try Sandbox.use { sandbox in
        let server = try sandbox.launch()
        try server.write(fault.bytes + (endsLine ? [0x0A] : []))
        #expect(try server.finish() == .exited(0), "\(fault.testDescription)")
        let answers = try server.remainingLines().compactMap { $0.json.flatMap(FaultCase.Answer.init) }
        #expect(answers == fault.answers, "\(fault.testDescription)")
      }
    }
  }

  @Test("A bad header block costs its own message only", arguments: try FaultCase.all(of: "headers.txt"))
  func headers(_ fault: FaultCase) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: .headers)
      _ = try server.ask("genres").result
      try server.write(fault.bytes)
      if fault.swallowsTheNext {
        try server.send("genres")
        #expect(try server.finish() == .exited(0))
        let answers = try server.remainingLines().compactMap { $0.json.flatMap(FaultCase.Answer.init) }
        #expect(answers == fault.answers)
      } else {
        try expectAnswers(to: fault, from: server)
        #expect(try server.finish() == .exited(0))
        #expect(try server.remainingLines().map(\.text).isEmpty)
      }
    }
  }

  /// Sends a good request behind the fault and takes the answers to both, which may overtake each other.
  private func expectAnswers(to fault: FaultCase, from server: ServerProcess) throws {
    let good = FaultCase.Answer.single(id: #""good""#, reason: nil, field: nil)
    try server.send(line: ServerProcess.request("good", "genres"))
    var answers: [FaultCase.Answer] = []
    var isAnswered = false
    while !isAnswered || answers.count < fault.answers.count {
      guard let line = try server.nextLine() else { throw Failure("\(fault.testDescription): the server has ended.") }
      guard let answer = line.json.flatMap(FaultCase.Answer.init) else { continue }
      if answer == good { isAnswered = true } else { answers.append(answer) }
      guard answers.count <= fault.answers.count else { break }
    }
    #expect(answers == fault.answers, "\(fault.testDescription)")
  }
}
