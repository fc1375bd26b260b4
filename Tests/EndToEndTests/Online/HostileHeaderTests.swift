import Foundation
import JSON
import TestSupport
import Testing

@Suite("hostile headers and bodies")
struct HostileHeaderTests {
  private static let past = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func fields(_ fields: KeyValuePairs<String, JSON>) -> JSON {
    ["fields": .object(fields.map { JSON.Member($0.key, $0.value) })]
  }

  @Test func `extreme numbers in headers end neither the process nor a request`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      for number in ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "-1", "0", "x"] {
        for status in [nil, 304] as [Int?] {
          var parameters = fields([
            "Cache-Control": .null, "Expires": .string(Self.past), "Age": .string(number),
            "Retry-After": .string(number),
          ])
          if let status, case .object(let members) = parameters {
            parameters = .object(members + [JSON.Member("status", .integer(status))])
          }
          try upstream.clearFaults()
          try upstream.setFault("headers", parameters, match: "/movie/550")
          #expect(try server.ask("detail", ["id": "tmdb:550"]).result["id"] == "tmdb:550", "\(number)")
        }
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: ["\"\u{1}\"", "\"" + String(repeating: "x", count: 20_000) + "\"", nil])
  func `a validator that is malformed or refused makes no film unavailable, in a later process either`(tag: String?)
    throws
  {
    let upstream = try Upstream(.tmdb)
    let bad = fields(["ETag": .string(tag ?? "\"x\""), "Cache-Control": "max-age=0"])
    if tag == nil, case .object(let members) = bad {
      let refusal = JSON.object(members + [JSON.Member("status", 400)])
      try upstream.setFault("refused_conditions", refusal, match: "/movie/550")
    } else {
      try upstream.setFault("headers", bad, match: "/movie/550")
    }
    try Sandbox.use { sandbox in
      for _ in 0..<2 {
        let server = try sandbox.launch(upstream)
        for _ in 0..<2 {
          let detail = try server.ask("detail", ["id": "tmdb:550"]).result
          #expect(detail["id"] == "tmdb:550")
          #expect(detail["stale"] != true)
        }
        #expect(try server.finish() == .exited(0))
      }
    }
  }

  @Test(
    arguments: [
      (Upstream.Service.tmdb, "search", ["query": "fight club"]), (.tmdb, "detail", ["id": "tmdb:550"]),
      (.omdb, "search", ["query": "inception"]), (.omdb, "detail", ["id": "omdb:tt1375666"]),
    ] as [(Upstream.Service, String, JSON)], ["{}", "[]", "{\"results\":5,\"genres\":{},\"Response\":\"True\"}"])
  func `a success with other JSON than expected is forgotten, however long it may be stored`(
    _ request: (catalog: Upstream.Service, method: String, params: JSON), _ document: String
  ) throws {
    let upstream = try Upstream(request.catalog)
    try upstream.setFault("another_document", ["document": try JSON.parse(Array(document.utf8))])
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      #expect(try server.ask(request.method, request.params).reason == "upstreamInvalidResponse")
      try upstream.clearFaults()
      #expect(try server.ask(request.method, request.params).reason == nil)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `ten details of one OMDb film cost one request, in two processes`() throws {
    let upstream = try Upstream(.omdb)
    try Sandbox.use { sandbox in
      for _ in 0..<2 {
        let server = try sandbox.launch(upstream)
        for _ in 0..<5 {
          #expect(try server.ask("detail", ["id": "omdb:tt1375666"]).result["id"] == "omdb:tt1375666")
        }
        #expect(try server.finish() == .exited(0))
      }
      #expect(try upstream.log().requests.count == 1)
    }
  }

  /// A value of two bytes can take a hundred bytes of memory.
  @Test(arguments: ["[0]", "{\"\":0}", "0"], [8 << 20, (2 << 20) - 100])
  func `twenty large documents of tiny values at once take little memory`(value: String, bytes: Int) throws {
    let upstream = try Upstream(.tmdb)
    try upstream.setFault("many_values", ["bytes": .integer(bytes), "value": .string(value)], match: "/movie/")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", "600000")
      let ids = try (1...20).map { try server.send("detail", ["id": .string("tmdb:\($0)")]) }
      let reasons = try ids.map { try server.reply(to: $0).reason }
      // The simulated service is slow to make all of them on a busy machine.
      #expect(Set(reasons).isSubset(of: ["upstreamInvalidResponse", "upstreamTimeout"]))
      #expect(reasons.contains("upstreamInvalidResponse"))
      if ProcessStatistics.isAvailable {
        #expect(try ProcessStatistics(of: server.processID).peakMemory() < 192 << 20)
      }
      #expect(try server.finish() == .exited(0))
    }
  }
}
