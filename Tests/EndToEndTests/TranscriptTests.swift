import Testing
import Transcripts

@Suite("transcripts")
struct TranscriptTests {
  @Test(arguments: try Transcript.files(), Framing.allCases)
  func `a server follows every transcript exactly, in either framing`(_ file: String, _ framing: Framing) throws {
    // Counted in the text, so that none is missed.
    let count = file.hasSuffix(".md") ? try Repository.lines(of: file).count { $0.hasSuffix("```rpc") } : 1
    #expect(count > 0)
    try Sandbox.use { sandbox in
      let path = Repository.root.appendingPathComponent(file).path
      let output = try sandbox.run(
        ["verify", "--exact", "--timeout-ms", "\(PipedProcess.timeoutMilliseconds)", "--framing", "\(framing)", path])
      #expect(output.text == "\(count) passed, 0 failed\n")
      #expect(output.errors.isEmpty, "\(output.errors)")
      #expect(output.status == .exited(0))
    }
  }

  @Test(arguments: try Transcript.all(), Delivery.all)
  func `a client waits only for responses it depends on`(_ transcript: Transcript, _ delivery: Delivery) throws {
    try transcript.replayPipelined(delivery)
  }

  @Test(arguments: try Transcript.recorded(), Delivery.all)
  func `requests written without any pause get one response each`(_ transcript: Transcript, _ delivery: Delivery) throws
  {
    try transcript.replayAtOnce(delivery)
  }

  // A parameterized test without arguments would not fail.
  @Test func `there are transcripts to replay`() throws {
    #expect(try Transcript.recorded().count > 20)
    #expect(try Transcript.all().count > 30)
  }
}
