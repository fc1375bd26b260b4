import Platform
import Transcripts

extension Subcommand {
  static let record = Subcommand(
    "record", "forward messages to a server, and record the session",
    operands: "FILE",
    options: [commandOption],
    notes: """
      Starts the server and forwards all bytes between it and the client on stdin and
      stdout. FILE becomes a transcript of the session, without its secrets; %p in
      FILE stands for the process ID. Exits with the server's status. To record a
      session with movie-server itself, movie-server --record FILE is enough.

      """
  ) { arguments throws(UsageError) in
    guard arguments.operands.count == 1 else {
      throw UsageError(message: "record needs one file, to which the session is written")
    }
    let command = try serverCommand(arguments)
    let environment = try Environment.variables()
    Signals.handleTermination { RecordingProxy.terminateServers() }
    let recorder = try recorder(path: arguments.operands[0]) { reason in
      report("cannot record the session: \(reason)")
    }
    do throws(TranscriptError) {
      let outcome = try RecordingProxy.run(
        input: STDIN_FILENO, output: STDOUT_FILENO, command: command, environment: environment,
        recorder: recorder)
      if let code = outcome.outputError { report("cannot write to the client: \(String(cString: strerror(code)))") }
      let status = outcome.outputError == nil ? outcome.status : 1
      recorder.finish(status: status, milliseconds: ShutdownCoordinator.recorderTimeoutMilliseconds)
      return status
    } catch {
      return complain(error, status: 2)
    }
  }

  static let commandOption = Option(
    flag: "--command", placeholder: "COMMAND", help: "a shell command that starts the server (default: this program)")

  /// Returns the words that start the server of `--command`, or else this program.
  static func serverCommand(_ arguments: Arguments) throws(UsageError) -> [String] {
    guard let command = arguments[commandOption.flag] else { return [try Environment.executablePath(), "serve"] }
    return ["/bin/sh", "-c", command]
  }

  static func recorder(
    path: String, onFailure: @escaping @Sendable (String) -> Void
  ) throws(UsageError) -> Recorder {
    do {
      return try Recorder(
        path: path, title: "Recorded by movie-server \(Main.version)", onFailure: onFailure)
    } catch {
      throw UsageError(message: "the recording \(error.description)")
    }
  }
}
