import Foundation
import JSON
import Testing

/// A system that provides no more threads. Their stacks do not fit into the memory that the process may use, which also
/// works for a user without limits, such as root.
@Suite("thread limits", .enabled(if: ProcessStatistics.isAvailable, "There is no /proc that tells."))
struct ThreadLimitTests {
  @Test func `without threads the server says so and exits with status 1`() throws {
    try Sandbox.use { sandbox in
      // In kilobytes: the stack of a thread would be a terabyte.
      let child = try sandbox.shell("ulimit -s 1000000000 && exec \"$0\"")
      defer { child.destroy() }
      #expect(try child.waitForExit() == .exited(1))
      let errors = try child.errors.readToEnd().all.map(\.text)
      #expect(errors.count == 1 && errors.first?.contains("cannot start a thread") == true, "\(errors)")
    }
  }

  @Test func `a request whose thread cannot be started fails, and the next one succeeds when it can`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let figures = ProcessStatistics(of: server.processID)
      // Until it has started the thread that waits for signals.
      #expect(try sandbox.wait { try figures.threads() == 2 })
      try limitMemory(of: server, to: "\(try figures.virtualMemory() + (4 << 20))")
      let refused = try server.ask("favorites")
      #expect(refused.reason == "storageFailed")
      #expect(refused.message.jsonText.contains("cannot start a thread"))
      #expect(try figures.threads() == 2)
      try limitMemory(of: server, to: "unlimited")
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      #expect(try server.ask("favorites").result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  private func limitMemory(of server: ServerProcess, to bytes: String) throws {
    let program = try Sandbox.installed("prlimit")
    let child = try PipedProcess(
      program, ["--pid", "\(server.processID)", "--as=\(bytes):unlimited"], environment: [:])
    defer { child.destroy() }
    #expect(try child.waitForExit() == .exited(0))
  }
}
