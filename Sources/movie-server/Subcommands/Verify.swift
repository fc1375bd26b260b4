import JSONRPC
import OnlineCatalogs
import Platform
import Transcripts

extension Subcommand {
  static let verify = Subcommand(
    name: "verify", summary: "check a server against transcripts", operands: "FILE…",
    options: [
      commandOption,
      Option(
        flag: "--framing", placeholder: "KIND", help: "how messages are framed (lines)", choices: ["lines", "headers"]),
      Option(flag: "--timeout-ms", placeholder: "N", help: "the longest time for each message (10000)"),
      Option(flag: "--exact", placeholder: nil, help: "members must have the transcript's order"),
      Option(flag: "--update", placeholder: nil, help: "rewrite the files where the server differs"),
    ],
    notes: """
      FILE is a transcript, or Markdown with code blocks marked as rpc; FILE:LINE is
      one of them. Each transcript runs with a new server, which has an empty home.
      Exits with 0 if the server agrees with all of them, 1 if it differs, and 2 if a
      file is not a transcript.

      """
  ) { arguments throws(UsageError) in
    guard !arguments.operands.isEmpty else { throw UsageError(message: "verify needs at least one file, a transcript") }
    let options = try verificationOptions(arguments)
    // All files are read first, so that a mistake in one is reported at once. The transcripts of one file stay
    // together, because an update moves its lines.
    var files: [[Transcript]] = []
    do throws(TranscriptError) {
      for path in arguments.operands {
        let transcripts = try Transcript.read(path)
        if let index = files.firstIndex(where: { $0[0].file == transcripts[0].file }) {
          files[index] += transcripts
        } else {
          files.append(transcripts)
        }
      }
    } catch {
      return complain(error, status: 2)
    }
    Signals.handleTermination { TranscriptRunner.abandonAll(status: 130) }
    var (passed, failed) = (0, 0)
    /// Runs `body` and counts its transcripts as passed or failed.
    func count(_ number: Int, _ body: () throws(TranscriptError) -> Void) {
      do {
        try body()
        passed += number
      } catch {
        failed += number
        printText(forTerminal(error.description, keepsLines: true) + "\n")
      }
    }
    for transcripts in files {
      if arguments["--update"] != nil {
        count(transcripts.count) { () throws(TranscriptError) in
          let lines = try TranscriptUpdater.update(transcripts, options)
          if lines > 0 { printText(forTerminal("\(transcripts[0].file): \(lines) lines changed") + "\n") }
        }
      } else {
        for transcript in transcripts {
          count(1) { () throws(TranscriptError) in try TranscriptRunner.verify(transcript, options) }
        }
      }
    }
    printText("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? 0 : 1
  }

  private static func verificationOptions(_ arguments: Arguments) throws(UsageError) -> TranscriptRunner.Options {
    var options = TranscriptRunner.Options(
      command: try serverCommand(arguments), environment: try Environment.variables())
    if arguments[commandOption.flag] == nil {
      // The user's own settings would change the responses.
      let own = [Setting.variablePrefix] + CatalogProvider.all.map(\.variablePrefix)
      options.environment = options.environment.filter { variable in !own.contains { variable.key.hasPrefix($0) } }
    }
    let framing = arguments["--framing"] ?? "lines"
    try Arguments.require(framing, of: "--framing", among: ["lines", "headers"])
    options.framing = framing == "headers" ? .headers : .lines
    options.ordersMembers = arguments["--exact"] != nil
    if let time = try arguments.number("--timeout-ms", 1...3_600_000) { options.timeoutMilliseconds = time }
    return options
  }
}
