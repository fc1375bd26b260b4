import JSONRPC
import OnlineCatalogs
import Platform
import Transcripts

extension Subcommand {
  static let verify = Subcommand(
    name: "verify", summary: "see whether a server says what transcripts say", operands: "FILE…",
    options: [
      Option(flag: "--command", placeholder: "COMMAND", help: "the server, for a shell; else this program"),
      Option(flag: "--framing", placeholder: "KIND", help: "lines or headers", choices: ["lines", "headers"]),
      Option(flag: "--timeout-ms", placeholder: "N", help: "how long a line may take (10000)"),
      Option(flag: "--exact", placeholder: nil, help: "members must come in the transcript's order"),
      Option(flag: "--update", placeholder: nil, help: "write into the files what the server says now"),
    ],
    notes: """
      A FILE is a transcript, or Markdown with blocks marked as rpc; FILE:LINE names one of
      them. Each transcript has a server and an empty home of its own. Ends with 0 when all
      hold, 1 when one does not, and 2 when a file is no transcript.

      """
  ) { arguments throws(UsageError) in
    guard !arguments.operands.isEmpty else { throw UsageError(message: "verify takes at least one file") }
    let options = try verificationOptions(arguments)
    // All are read before any is run: a mistake is told at once. Those of one file stay together, as an update moves
    // its lines.
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
    Signals.handleTermination { Verification.abandonAll(status: 130) }
    var (passed, failed) = (0, 0)
    /// Runs something and counts how it went.
    func count(_ number: Int, _ body: () throws(TranscriptError) -> Void) {
      do {
        try body()
        passed += number
      } catch {
        failed += number
        printText("\(error.description)\n")
      }
    }
    for transcripts in files {
      if arguments["--update"] != nil {
        count(transcripts.count) { () throws(TranscriptError) in
          let lines = try Update.run(transcripts, options)
          if lines > 0 { printText("\(transcripts[0].file): \(lines) lines are new\n") }
        }
      } else {
        for transcript in transcripts {
          count(1) { () throws(TranscriptError) in try Verification.run(transcript, options) }
        }
      }
    }
    printText("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? 0 : 1
  }

  private static func verificationOptions(_ arguments: Arguments) throws(UsageError) -> Verification.Options {
    var options: Verification.Options
    if let command = arguments["--command"] {
      options = Verification.Options(command: ["/bin/sh", "-c", command], environment: Environment.variables)
    } else {
      // What a user has set up for themself would change the answers.
      let own = [Setting.variablePrefix] + CatalogProvider.all.map(\.variablePrefix)
      options = Verification.Options(
        command: [try Environment.executablePath(), "serve"],
        environment: Environment.variables.filter { variable in !own.contains { variable.key.hasPrefix($0) } })
    }
    let framing = arguments["--framing"] ?? "lines"
    try Arguments.require(framing, of: "--framing", among: ["lines", "headers"])
    options.framing = framing == "headers" ? .headers : .lines
    options.ordersMembers = arguments["--exact"] != nil
    if let time = try arguments.number("--timeout-ms", 1...3_600_000) { options.timeoutMilliseconds = time }
    return options
  }
}
