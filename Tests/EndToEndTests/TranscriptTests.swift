import Testing

@Suite("Transcripts")
struct TranscriptTests {
  @Test("A recorded conversation goes as it is written", arguments: try Transcript.recorded())
  func recorded(_ transcript: Transcript) throws {
    try transcript.replay()
  }

  @Test("An example of protocol.md goes as it is written", arguments: try Transcript.blocks(of: "protocol.md"))
  func protocolExamples(_ transcript: Transcript) throws {
    try transcript.replay()
  }

  @Test("An example of README.md goes as it is written", arguments: try Transcript.blocks(of: "README.md"))
  func readmeExamples(_ transcript: Transcript) throws {
    try transcript.replay()
  }

  @Test("Framed by headers a conversation is the same", arguments: try Transcript.all())
  func framedByHeaders(_ transcript: Transcript) throws {
    try transcript.replay(framing: .headers)
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
  @Test("There are conversations to replay", arguments: ["protocol.md", "README.md"])
  func documentsHaveExamples(_ file: String) throws {
    #expect(try !Transcript.blocks(of: file).isEmpty)
    #expect(try !Transcript.recorded().isEmpty)
  }
}
