import Foundation
import JSON
import TestSupport
import Testing

/// A process that has no free descriptors when a service is first asked.
@Suite("descriptor limits", .enabled(if: ProcessStatistics.isAvailable))
struct DescriptorLimitTests {
  /// Libcurl is loaded, makes its wake-up sockets, and connects: each number of free descriptors stops at another step.
  @Test(arguments: 0...6)
  func `a request without descriptors fails, and the next one succeeds when there are some`(free: Int) throws {
    let upstream = try Upstream(.omdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", "3000", "--http-cache-bytes", "0")
      // Opens the favorites.
      _ = try server.ask("initialize")
      let highest =
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.processID)/fd")
        .compactMap { Int($0) }.max() ?? 0
      try limitDescriptors(of: server, to: "\(highest + 1 + free)")
      let first = try server.ask("search", ["query": "parasite"])
      if first.reason != nil {
        #expect(["upstreamUnreachable", "upstreamTimeout"].contains(first.reason), "\(first.message.jsonText)")
        #expect(first.message["error"]?["data"]?["retryable"] == true)
      }
      #expect(free > 0 || first.reason != nil)
      try limitDescriptors(of: server, to: "1024")
      let second = try server.askPatiently("search", ["query": "parasite"])
      #expect(second.reason == nil, "\(second.message.jsonText)")
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a low limit is raised as far as the system allows`() throws {
    for (hard, expected) in [("2000", "1024"), ("500", "500")] {
      try Sandbox.use { sandbox in
        let server = try sandbox.launch(through: "ulimit -S -n 64; ulimit -H -n \(hard); exec \"$0\"")
        _ = try server.ask("initialize")
        let limits = try String(contentsOfFile: "/proc/\(server.processID)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        #expect(line.split(separator: " ")[3...4] == [expected[...], hard[...]])
      }
    }
  }

  private func limitDescriptors(of server: ServerProcess, to number: String) throws {
    let child = try PipedProcess(
      try Sandbox.installed("prlimit"), ["--pid", "\(server.processID)", "--nofile=\(number):"], environment: [:])
    defer { child.destroy() }
    #expect(try child.waitForExit() == .exited(0))
  }
}
