import OnlineCatalogs
import Transcripts

extension Subcommand {
  static let record = Subcommand(
    "record", "forward messages to a server, and record the session", operands: "FILE", options: [commandOption]
  ) { arguments in
    guard arguments.operands.count == 1 else {
      throw UsageError("record needs one file, to which the session is written")
    }
    let command = try serverCommand(arguments)
    let environment = try Environment.variables()
    Signals.handleTermination { RecordingProxy.terminateServers() }
    let recorder = try recorder(path: arguments.operands[0]) { reason in report("cannot record the session: \(reason)")
    }
    let outcome = try RecordingProxy.run(
      input: STDIN_FILENO, output: STDOUT_FILENO, command: command, environment: environment, recorder: recorder)
    if let code = outcome.outputError { report("cannot write to the client: \(String(cString: strerror(code)))") }
    let status = outcome.outputError == nil ? outcome.status : 1
    recorder.finish(status: status, milliseconds: ShutdownCoordinator.recorderTimeoutMilliseconds)
    return status
  }

  static let commandOption = Option(
    flag: "--command", placeholder: "COMMAND", help: "a shell command that starts the server (default: this program)")

  static func serverCommand(_ arguments: Arguments) throws(UsageError) -> [String] {
    guard let command = arguments[commandOption.flag] else { return [try Environment.executablePath(), "serve"] }
    return ["/bin/sh", "-c", command]
  }

  static func recorder(path: String, onFailure: @escaping @Sendable (String) -> Void) throws(UsageError) -> Recorder {
    do {
      return try Recorder(path: path, title: "Recorded by movie-server \(Main.version)", onFailure: onFailure)
    } catch { throw UsageError("the recording \(error.description)") }
  }

  static let replay = Subcommand(
    "replay", "play the server of a transcript, to test a client", operands: "FILE",
    options: [
      Option(flag: "--speed", placeholder: "0|1", help: "0: respond at once (default); 1: with the recorded delays"),
      Option(flag: "--server", placeholder: "N", help: "the number of the server to play (1)"),
    ]
  ) { arguments in
    guard arguments.operands.count == 1 else { throw UsageError("replay needs one file, a transcript") }
    let speed = try arguments.number("--speed", 0...1) ?? 0
    let server = try arguments.number("--server", 1...99) ?? 1
    let transcripts = try Transcript.read(arguments.operands[0])
    guard transcripts.count == 1 else {
      let example = transcripts.first.map { "; name one by a line, as in \($0.file):\($0.lines.lowerBound)" } ?? ""
      report("\(arguments.operands[0]) has \(transcripts.count) transcripts\(example)")
      return 2
    }
    // write(2) reports that the client has closed its end.
    signal(SIGPIPE, SIG_IGN)
    let replay = ReplayServer(
      transcripts[0], server: server, input: STDIN_FILENO, output: STDOUT_FILENO, keepsTimes: speed == 1)
    do {
      try replay.run()
      return 0
    } catch {
      report("\(error)", keepsLines: true)
      return 1
    }
  }

  static let verify = Subcommand(
    "verify", "check a server against transcripts", operands: "FILE…",
    options: [
      commandOption,
      Option(
        flag: "--framing", placeholder: "KIND", help: "how messages are framed (lines)", choices: ["lines", "headers"]),
      Option(flag: "--timeout-ms", placeholder: "N", help: "the longest time for each message (10000)"),
      Option(flag: "--exact", help: "members must have the transcript's order"),
    ]
  ) { arguments in
    guard !arguments.operands.isEmpty else { throw UsageError("verify needs at least one file, a transcript") }
    let options = try verificationOptions(arguments)
    // All files are read first, so that a mistake in one is reported at once.
    let transcripts = try arguments.operands.flatMap { try Transcript.read($0) }
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
