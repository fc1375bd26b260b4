import Foundation
import JSON
import TestSupport
import Testing

/// An idle server must not run at all: every wake-up costs a laptop battery.
@Suite("idle servers", .enabled(if: ProcessStatistics.isAvailable, "There is no /proc that tells."))
struct IdleTests {
  @Test func `an idle server never wakes up, not even after a star, another server's star, or online requests`() throws
  {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let online = try sandbox.launch(upstream, "--data-dir", sandbox.folder + "/online", "--http-timeout-ms", "2000")
      _ = try online.ask("initialize", ["loadingDelayMs": 1, "debounceMs": 1])
      #expect(try online.ask("search", ["query": "parasite"]).message["error"] == nil)
      #expect(try online.ask("discover", ["list": "d"]).message["error"] == nil)
      #expect(try online.ask("nextPage", ["list": "d"]).message["error"] == nil)
      #expect(try online.ask("star", ["id": "tmdb:496243"]).message["error"] == nil)

      let fresh = try sandbox.launch()
      let asked = try sandbox.launch("--data-dir", sandbox.folder + "/own")
      let page = try asked.ask("search", ["query": "parasite"]).result
      #expect(page["total"] == 1)
      #expect(try asked.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)

      let sharing = try sandbox.launch()
      _ = try sharing.ask("initialize")
      let other = try sandbox.launch()
      #expect(try other.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      _ = try sharing.notifications { $0["method"] == "favoritesChanged" }
      #expect(try other.finish() == .exited(0))

      // Longer than the longest interval at which the server polls for other processes' changes.
      for server in [fresh, asked, sharing, online] { try #require(try server.ask("genres").message["error"] == nil) }
      let servers = [fresh, asked, sharing, online].map { ProcessStatistics(of: $0.processID) }
      let clock = ContinuousClock()
      let deadline = clock.now + .milliseconds(PipedProcess.timeoutMilliseconds)
      var isAsleep = false
      while !isAsleep, clock.now < deadline {
        let before = try servers.map { [try $0.switches(), try $0.ticks()] }
        let pause = try PipedProcess("/bin/sleep", ["5"], environment: [:])
        defer { pause.destroy() }
        _ = try pause.waitForExit()
        isAsleep = try servers.map { [try $0.switches(), try $0.ticks()] } == before
      }
      #expect(isAsleep)
      for server in [fresh, asked, sharing, online] { #expect(try server.finish() == .exited(0)) }
    }
  }
}
