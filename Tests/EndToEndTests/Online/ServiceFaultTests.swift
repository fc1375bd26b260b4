import Foundation
import JSON
import TestSupport
import Testing

@Suite("Services that fail")
struct ServiceFaultTests {
  /// How long the server waits for a service: all that hangs takes so long here.
  private static let patience = Executable.isSanitized ? "5000" : "600"

  /// Asks again where the time ran out that should not have: a busy machine uses it up as well.
  private func ask(_ server: ServerProcess, _ search: JSON, upTo expected: String = "ok") throws -> ServerProcess.Reply
  {
    var reply = try server.ask("search", search)
    for _ in 0..<10 where reply.reason == "upstreamTimeout" && expected != "upstreamTimeout" {
      reply = try server.ask("search", search)
    }
    return reply
  }

  /// What is open, but for connections, and timers, which the system's library makes when it first needs them.
  private func files(_ figures: ProcessFigures) throws -> [String] {
    try figures.descriptors().filter { !$0.hasPrefix("socket:") && !$0.hasSuffix("[timerfd]") }.sorted()
  }

  @Test("Every fault has its reason, and the next search is as good as ever", arguments: Upstream.Service.allCases)
  func faults(_ service: Upstream.Service) throws {
    let upstream = try Upstream(service)
    try Sandbox.use { sandbox in
      // Without a cache, which would hide what fails.
      let server = try sandbox.launch(upstream, "--http-timeout-ms", Self.patience, "--http-cache-bytes", "0")
      let search: JSON = ["query": "parasite"]
      let page = try server.ask("search", search).result
      #expect(page["total"] == 1)
      let figures = ProcessFigures.areThere ? ProcessFigures(of: server.processID) : nil
      let files = try figures.map(files)

      for fault in ServiceFault.all {
        guard let expected = fault.answers[service] else { continue }
        // What else TMDB is asked only adds to a page.
        try upstream.setFault(fault.kind, fault.parameters, match: service == .tmdb ? "/search/movie" : "")
        let reply = try ask(server, search, upTo: expected)
        let answer = try reply.reason ?? (reply.result["items"] == [] ? "empty" : "ok")
        // Where it is asked again the time may run out meanwhile.
        let isRetried = try upstream.log().requests.filter { $0.fault != nil }.count > 1
        #expect(answer == expected || isRetried && answer == "upstreamTimeout", "\(fault): \(reply.message.jsonText)")
        if reply.reason != nil {
          #expect(reply.message["error"]?["data"]?["catalog"]?.string == service.rawValue, "\(fault)")
        }
        let loading = reply.notifications.filter { $0["method"] == "loading" }.compactMap { $0["params"] }
        #expect(loading.map { $0["request"] } == [reply.message["id"], reply.message["id"]], "\(fault)")
        #expect(loading.map { $0["active"] } == [true, false], "\(fault)")
        let outcome = ["ok", "empty"].contains(answer) ? answer : "error"
        #expect(loading.last?["outcome"]?.string == outcome, "\(fault)")
        try upstream.clearFaults()
        try upstream.clearLog()
        #expect(try ask(server, search).message["result"] == page, "after \(fault)")
      }

      if let figures {
        #expect(try self.files(figures) == files)
        // Of a body without end, or of a gigabyte packed into little, no more is taken than the longest answer.
        #expect(try figures.peakMemory() < 64 << 20)
      }
      #expect(try upstream.log().connections.open <= 6)
      #expect(try server.finish() == .exited(0))
    }
  }
}
