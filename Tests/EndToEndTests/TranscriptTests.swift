import Testing
import Transcripts

@Suite("Transcripts")
struct TranscriptTests {
  @Test(
    "A conversation goes as it is written, in either framing, to the order of members",
    arguments: try Transcript.files(), Framing.allCases)
  func verified(_ file: String, _ framing: Framing) throws {
    // Counted here by the text, so that none is passed over.
    let count = file.hasSuffix(".md") ? try Repository.lines(of: file).count { $0.hasSuffix("```rpc") } : 1
    #expect(count > 0)
    try Sandbox.use { sandbox in
      let path = Repository.root.appendingPathComponent(file).path
      let output = try sandbox.run(
        ["verify", "--exact", "--timeout-ms", "\(ChildProcess.patience)", "--framing", "\(framing)", path])
      #expect(output.text == "\(count) passed, 0 failed\n")
      #expect(output.errors.isEmpty, "\(output.errors)")
      #expect(output.status == .exited(0))
    }
  }

  @Test(
    "A client need wait only where answers depend on it, however its bytes are cut",
    arguments: try Transcript.all(), Delivery.all)
  func withoutNeedlessPauses(_ transcript: Transcript, _ delivery: Delivery) throws {
    try transcript.replayWithoutNeedlessPauses(delivery)
  }

  @Test(
    "Written without any pause, each request has its one answer",
    arguments: try Transcript.recorded(), Delivery.all)
  func atOnce(_ transcript: Transcript, _ delivery: Delivery) throws {
    try transcript.replayAtOnce(delivery)
  }

  // No arguments would mean no test case, and so no failure.
  @Test("There are conversations to replay")
  func thereAreSome() throws {
    #expect(try Transcript.recorded().count > 20)
    #expect(try Transcript.all().count > 30)
  }
}
