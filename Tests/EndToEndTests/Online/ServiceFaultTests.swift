import Foundation
import JSON
import TestSupport
import Testing

@Suite("failing services")
struct ServiceFaultTests {
  /// The server's time limit for a service, and so the duration of every fault that hangs.
  private static let timeout = Executable.isSanitized ? "5000" : "600"

  /// The open descriptors, without connections, and timers, which the system's library creates on first use.
  private func files(_ figures: ProcessStatistics) throws -> [String] {
    try figures.descriptors().filter { !$0.hasPrefix("socket:") && !$0.hasSuffix("[timerfd]") }.sorted()
  }

  @Test(arguments: Upstream.Service.allCases)
  func `every fault has its reason, and the next search succeeds`(_ service: Upstream.Service) throws {
    let upstream = try Upstream(service)
    try Sandbox.use { sandbox in
      // Without a cache, which would hide failures.
      let server = try sandbox.launch(upstream, "--http-timeout-ms", Self.timeout, "--http-cache-bytes", "0")
      let search: JSON = ["query": "parasite"]
      let page = try server.askPatiently("search", search).result
      #expect(page["total"] == 1)
      let figures = ProcessStatistics.isAvailable ? ProcessStatistics(of: server.processID) : nil
      let files = try figures.map(files)

      for fault in ServiceFault.all {
        guard let expected = fault.answers[service] else { continue }
        // TMDB's other requests are optional for a page.
        try upstream.setFault(fault.kind, fault.parameters, match: service == .tmdb ? "/search/movie" : "")
        let reply = try server.askPatiently("search", search, expected: expected)
        let answer = try reply.reason ?? (reply.result["items"] == [] ? "empty" : "ok")
        // Retries may use up the time limit.
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
        #expect(try server.askPatiently("search", search).message["result"] == page, "after \(fault)")
      }

      if let figures {
        #expect(try self.files(figures) == files)
        // Of an endless body, or of a gigabyte compressed into little, no more is read than the size limit of a
        // response.
        #expect(try figures.peakMemory() < 64 << 20)
      }
      #expect(try upstream.log().connections.open <= 6)
      #expect(try server.finish() == .exited(0))
    }
  }
}
