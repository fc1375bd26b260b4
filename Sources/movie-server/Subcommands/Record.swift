import Platform
import Transcripts

extension Subcommand {
  static let record = Subcommand(
    name: "record", summary: "stand between a client and a server, and write their session as a transcript",
    operands: "FILE",
    options: [Option(flag: "--command", placeholder: "COMMAND", help: "the server, for a shell; else this program")],
    notes: """
      Starts the server and hands on what it and the client on stdin and stdout say, byte for byte.
      Ends as the server ends, with its status. %p in the file's name is the process. Of this
      program's own sessions, movie-server --record FILE writes the same.

      """
  ) { arguments throws(UsageError) in
    guard arguments.operands.count == 1 else { throw UsageError(message: "record takes one file") }
    let command =
      if let command = arguments["--command"] {
        ["/bin/sh", "-c", command]
      } else {
        [try Environment.executablePath(), "serve"]
      }
    Signals.handleTermination { Relay.end() }
    let recorder = try recorder(path: arguments.operands[0]) { reason in
      writeText("movie-server: cannot record the session: \(reason)\n", to: STDERR_FILENO)
    }
    do throws(TranscriptError) {
      let status = try Relay.run(
        input: STDIN_FILENO, output: STDOUT_FILENO, command: command, environment: Environment.variables,
        recorder: recorder)
      recorder.finish(status: status, milliseconds: ShutdownCoordinator.recorderTimeoutMilliseconds)
      return status
    } catch {
      return complain(error, status: 2)
    }
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
