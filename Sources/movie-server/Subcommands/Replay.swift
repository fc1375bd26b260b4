import Platform
import Transcripts

extension Subcommand {
  static let replay = Subcommand(
    "replay", "play the server of a transcript, to test a client", operands: "FILE",
    options: [
      Option(flag: "--speed", placeholder: "0|1", help: "0: respond at once (default); 1: with the recorded delays"),
      Option(flag: "--server", placeholder: "N", help: "the number of the server to play (1)"),
    ],
    notes: """
      Sends the client on stdin and stdout the server's messages of the transcript, in
      the framing that the client uses. Exits with 0 when the client has sent all of
      its messages and then closes stdin or sends exit. Exits with 1 if the client
      sends something else or ends early; stderr then shows the position and the
      difference. FILE:LINE names one of several transcripts in a Markdown file.

      """
  ) { arguments throws(UsageError) in
    guard arguments.operands.count == 1 else { throw UsageError(message: "replay needs one file, a transcript") }
    let speed = try arguments.number("--speed", 0...1) ?? 0
    let server = try arguments.number("--server", 1...99) ?? 1
    let transcripts: [Transcript]
    do throws(TranscriptError) {
      transcripts = try Transcript.read(arguments.operands[0])
    } catch {
      return complain(error, status: 2)
    }
    guard transcripts.count == 1 else {
      let example = transcripts.first.map { "; name one by a line, as in \($0.file):\($0.lines.lowerBound)" } ?? ""
      report("\(arguments.operands[0]) has \(transcripts.count) transcripts\(example)")
      return 2
    }
    // write(2) reports that the client has closed its end.
    signal(SIGPIPE, SIG_IGN)
    let replay = ReplayServer(
      transcripts[0], server: server, input: STDIN_FILENO, output: STDOUT_FILENO, keepsTimes: speed == 1)
    do throws(TranscriptError) {
      try replay.run()
      return 0
    } catch {
      return complain(error, status: 1)
    }
  }

  static func complain(_ error: TranscriptError, status: Int32) -> Int32 {
    report(error.description, keepsLines: true)
    return status
  }
}
