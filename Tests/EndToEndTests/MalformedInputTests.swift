import JSON
import Testing

/// Invalid input. After every case a valid request must get its normal response.
@Suite("malformed input")
struct MalformedInputTests {
  @Test(arguments: Framing.allCases)
  func `every malformed message gets the expected error, and the session continues`(_ framing: Framing) throws {
    let cases = try FaultCase.all(of: "malformed.txt").filter { [nil, framing].contains($0.framing) }
    #expect(cases.count > 200)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: framing)
      // The first bytes of a session decide the framing, and must not come from the first case.
      _ = try server.ask("genres").result
      for fault in cases {
        try server.write(framing.frame(fault.bytes))
        try expectAnswers(to: fault, from: server)
      }
      #expect(try server.finish() == .exited(0))
      #expect(try server.remainingLines().map(\.text).isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a malformed message may be the first and the last of a session`(_ endsLine: Bool) throws {
    // One server for each distinct first byte, instead of one for each case.
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

  @Test(arguments: try FaultCase.all(of: "headers.txt"))
  func `an invalid header block affects its own message only`(_ fault: FaultCase) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: .headers)
      _ = try server.ask("genres").result
      try server.write(fault.bytes)
      if fault.swallowsNextMessage {
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

  /// Sends a valid request after the fault and reads the responses to both, in any order.
  private func expectAnswers(to fault: FaultCase, from server: ServerProcess) throws {
    let good = FaultCase.Answer.single(id: #""good""#, reason: nil, field: nil)
    try server.send(line: ServerProcess.request("good", "genres"))
    var answers: [FaultCase.Answer] = []
    var isAnswered = false
    while !isAnswered || answers.count < fault.answers.count {
      guard let line = try server.nextLine() else { throw Failure("\(fault.testDescription): the server exited.") }
      guard let answer = line.json.flatMap(FaultCase.Answer.init) else { continue }
      if answer == good { isAnswered = true } else { answers.append(answer) }
      guard answers.count <= fault.answers.count else { break }
    }
    #expect(answers == fault.answers, "\(fault.testDescription)")
  }
}
