import Platform
import Transcripts

extension Subcommand {
  static let replay = Subcommand(
    name: "replay", summary: "play the server of a transcript, to test a client", operands: "FILE",
    options: [
      Option(flag: "--speed", placeholder: "0|1", help: "0: answer at once; 1: as late as was recorded"),
      Option(flag: "--server", placeholder: "N", help: "which of the transcript's servers, from 1"),
    ],
    notes: """
      Speaks to the client on stdin and stdout what the transcript says, in either framing.
      Ends with 0 when the client has said all of its part and closes stdin or sends exit,
      with 1 when it strays or leaves early; stderr then says where. FILE:LINE names one
      transcript of several, in a Markdown file.

      """
  ) { arguments throws(UsageError) in
    guard arguments.operands.count == 1 else { throw UsageError(message: "replay takes one file") }
    let speed = try arguments.number("--speed", 0...1) ?? 0
    let server = try arguments.number("--server", 1...99) ?? 1
    let transcripts: [Transcript]
    do throws(TranscriptError) {
      transcripts = try Transcript.read(arguments.operands[0])
    } catch {
      return complain(error, status: 2)
    }
    guard transcripts.count == 1 else {
      let example = transcripts.first.map { "; name one of them: \($0.file):\($0.lines.lowerBound)" } ?? ""
      writeText(
        "movie-server: \(arguments.operands[0]) has \(transcripts.count) transcripts\(example)\n", to: STDERR_FILENO)
      return 2
    }
    // A client that has closed its end is told by write(2).
    signal(SIGPIPE, SIG_IGN)
    let replay = Replay(
      transcripts[0], server: server, input: STDIN_FILENO, output: STDOUT_FILENO, keepsTimes: speed == 1)
    do throws(TranscriptError) {
      try replay.run()
      return 0
    } catch {
      return complain(error, status: 1)
    }
  }

  static func complain(_ error: TranscriptError, status: Int32) -> Int32 {
    writeText("movie-server: \(error.description)\n", to: STDERR_FILENO)
    return status
  }
}
