import Foundation
import JSON
import Testing

/// Standard streams that cannot be read or written, or that are closed from the start.
@Suite("errors of the standard streams")
struct StreamErrorTests {
  /// A run of a shell script in which `$0` is the server.
  private struct Run {
    var status: PipedProcess.Status
    var output: String
    var errors: [String]

    init(_ script: String, in sandbox: Sandbox) throws {
      let child = try sandbox.shell(script)
      defer { child.destroy() }
      child.closeInput()
      let (output, errors) = (try child.output.readToEnd(), try child.errors.readToEnd())
      self.output = output.all.map(\.text).joined(separator: "\n")
      self.errors = errors.all.map(\.text)
      status = try child.waitForExit()
    }
  }

  /// Sends a request to what follows.
  private static let request = "echo '\(ServerProcess.request(1, "genres"))' | "

  /// A line of the log without its time.
  private static func withoutTime(_ line: String) -> String { String(line.drop { $0 != " " }.dropFirst()) }

  private static let transcript = """
    --> {"jsonrpc":"2.0","id":1,"method":"genres"}
    <-- {"jsonrpc":"2.0","id":1,"result":{}}

    """

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      request + "\"$0\" >/dev/full", request + "\"$0\" replay session.rpc >/dev/full",
      request + "\"$0\" record copy.rpc >/dev/full", "\"$0\" schema >/dev/full", "\"$0\" --help >/dev/full",
      "\"$0\" verify session.rpc >/dev/full",
    ])
  func `output that cannot be written is a failure with one line on stderr`(_ script: String) throws {
    try Sandbox.use { sandbox in
      try sandbox.write(Self.transcript, to: "session.rpc")
      let run = try Run(script, in: sandbox)
      // 1 if the output is that of a session.
      #expect(run.status == .exited(script.contains(Self.request) ? 1 : 3))
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.hasSuffix(": No space left on device") == true)
    }
  }

  @Test func `a response that exceeds the limit of a file's size ends with status 1 and one line on stderr`() throws {
    try Sandbox.use { sandbox in
      let run = try Run("ulimit -f 0; " + Self.request + "\"$0\" >out", in: sandbox)
      #expect(run.status == .exited(1))
      #expect(run.errors.map(Self.withoutTime) == ["movie-server: cannot write to the client: File too large"])
    }
  }

  @Test func `input that cannot be read ends with status 1 and one line on stderr`() throws {
    try Sandbox.use { sandbox in
      let run = try Run("exec \"$0\" </", in: sandbox)
      #expect(run.status == .exited(1))
      #expect(run.errors.map(Self.withoutTime) == ["movie-server: cannot read from the client: Is a directory"])
    }
  }

  @Test func `a recording on a full disk is reported once, and the session is answered with status 0`() throws {
    try Sandbox.use { sandbox in
      let run = try Run(Self.request + "\"$0\" --record /dev/full", in: sandbox)
      #expect(run.status == .exited(0))
      #expect(run.errors.map(Self.withoutTime) == ["movie-server: cannot record the session: No space left on device"])
      #expect(run.output.contains(#""id":1,"result""#))
    }
  }

  @Test func `log lines never get into a file when stderr is closed from the start`() throws {
    try Sandbox.use { sandbox in
      let run = try Run(Self.request + "\"$0\" --log-level debug --record session.rpc 2>&-", in: sandbox)
      #expect(run.status == .exited(0))
      let recording = try sandbox.text("session.rpc")
      #expect(recording.contains("<-- "))
      #expect(!recording.contains("movie-server: "))
    }
  }

  @Test func `a closed stdin is an empty input, and a closed stdout is a usage error`() throws {
    try Sandbox.use { sandbox in
      let withoutInput = try Run("exec \"$0\" <&-", in: sandbox)
      #expect(withoutInput.status == .exited(0))
      #expect(withoutInput.errors.isEmpty)
      let withoutOutput = try Run(Self.request + "\"$0\" >&-", in: sandbox)
      #expect(withoutOutput.status == .exited(2))
      #expect(withoutOutput.errors.first?.hasPrefix("movie-server: stdout is closed, or cannot be written.") == true)
    }
  }

  @Test(.enabled(if: ProcessStatistics.isAvailable, "There is no /proc that tells."))
  func `a core dump of a server contains no memory, and so no key`() throws {
    try Sandbox.use { sandbox in
      // Swift's own crash reports catch the signal.
      let server = try sandbox.launch(
        through: "export SWIFT_BACKTRACE=enable=no; ulimit -c unlimited 2>/dev/null; exec \"$0\"")
      _ = try server.ask("genres")
      let folder = "/proc/\(server.processID)"
      let limits = try String(contentsOfFile: folder + "/limits", encoding: .utf8)
      #expect(limits.contains(#/Max core file size +0 /#))
      #expect(try String(contentsOfFile: folder + "/coredump_filter", encoding: .utf8) == "00000000\n")
      server.signal(SIGABRT)
      #expect(try server.waitForExit() == .killed(signal: SIGABRT))
      #expect(try !sandbox.names(in: "").contains { $0.hasPrefix("core") })
    }
  }
}
