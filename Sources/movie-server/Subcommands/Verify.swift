import JSONRPC
import OnlineCatalogs
import Platform
import Transcripts

extension Subcommand {
  static let verify = Subcommand(
    "verify", "check a server against transcripts", operands: "FILE…",
    options: [
      commandOption,
      Option(
        flag: "--framing", placeholder: "KIND", help: "how messages are framed (lines)", choices: ["lines", "headers"]),
      Option(flag: "--timeout-ms", placeholder: "N", help: "the longest time for each message (10000)"),
      Option(flag: "--exact", placeholder: nil, help: "members must have the transcript's order"),
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
    // All files are read first, so that a mistake in one is reported at once.
    var transcripts: [Transcript] = []
    do throws(TranscriptError) {
      for path in arguments.operands { transcripts += try Transcript.read(path) }
    } catch {
      return complain(error, status: 2)
    }
    Signals.handleTermination { TranscriptRunner.abandonAll(status: 130) }
    var failed = 0
    for transcript in transcripts {
      do throws(TranscriptError) {
        try TranscriptRunner.verify(transcript, options)
      } catch {
        failed += 1
        printText(forTerminal(error.description, keepsLines: true) + "\n")
      }
    }
    printText("\(transcripts.count - failed) passed, \(failed) failed\n")
    return failed == 0 ? 0 : 1
  }

  private static func verificationOptions(_ arguments: Arguments) throws(UsageError) -> TranscriptRunner.Options {
    var options = TranscriptRunner.Options(
      command: try serverCommand(arguments), environment: try Environment.variables())
    if arguments[commandOption.flag] == nil {
      // The user's own settings would change the responses.
      let own = [Setting.variablePrefix, "LC_", "LANG"] + CatalogProvider.all.map(\.variablePrefix)
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
