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

  // No arguments would mean no test case, and so no failure.
  @Test("There are conversations to replay", arguments: ["protocol.md", "README.md"])
  func documentsHaveExamples(_ file: String) throws {
    #expect(try !Transcript.blocks(of: file).isEmpty)
    #expect(try !Transcript.recorded().isEmpty)
  }
}
