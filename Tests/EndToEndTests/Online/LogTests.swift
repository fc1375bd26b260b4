import Foundation
import JSON
import TestSupport
import Testing

/// The log of level debug, for a person who looks for the cause of a failure. `SecretTests` looks for secrets in it.
@Suite("logs")
struct LogTests {
  @Test func `a failing service is found with its URL, status, time and attempts; and so are requests and favorites`()
    throws
  {
    let upstream = try Upstream(.omdb)
    try upstream.setFault("status", ["status": 503], times: 1)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--log-level", "debug", "--log-file", sandbox.folder + "/log")
      _ = try server.ask("search", ["query": "parasite"])
      _ = try server.ask("star", ["id": "builtin:tt6751668"])
      #expect(try server.ask("star", ["id": "builtin:none"]).reason == "movieNotFound")
      #expect(try server.finish() == .exited(0))
      let lines = try sandbox.text("log").split(separator: "\n").map(String.init)
      for line in lines {
        #expect(line.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z movie-server: .+/#) != nil, "\(line)")
      }
      let address = upstream.baseURL
      let expected = [
        #/omdb GET .*: transfer, attempt 1: status 503, \d+ bytes, \d+ ms/#,
        #/omdb GET .*: transfer, attempt 2: status 200, \d+ bytes, \d+ ms/#,
        #/omdb GET .*: response after 2 transfers: status 200, \d+ bytes, \d+ ms/#,
        #/search: ok, \d+ ms/#, #/star: ok, \d+ ms/#, #/star: movieNotFound, \d+ ms/#,
        #/favorites: revision 0 to 1, origin self, 1 in all, 1 added/#,
      ]
      for pattern in expected {
        #expect(lines.contains { $0.firstMatch(of: pattern) != nil }, "\(lines.joined(separator: "\n"))")
      }
      #expect(lines.contains { $0.contains(address) })
      #expect(!lines.joined().contains("0badcafe"))
    }
  }

  @Test func `a log that nobody reads does not stop the server`() throws {
    try Sandbox.use { sandbox in
      // A pipe whose reader never reads.
      let server = try sandbox.launch(through: "mkfifo f && exec 3<>f && exec \"$0\" --log-level debug 2>f")
      for _ in 0..<2_000 { #expect(try server.ask("genres").message["result"] != nil) }
      #expect(try server.finish() == .exited(0))
    }
  }
}
