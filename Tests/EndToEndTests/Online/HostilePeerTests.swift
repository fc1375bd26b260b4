import Foundation
import JSON
import TestSupport
import Testing

/// Whatever a service or a proxy sends, each request is answered within three times the time limit, other services can
/// be asked meanwhile and afterwards, and the process uses no processor time when nothing is asked.
@Suite("hostile peers", .enabled(if: ProcessStatistics.isAvailable), .serialized)
struct HostilePeerTests {
  private static let timeout = Duration.seconds(2)

  private struct Meeting {
    let act: String
    let peer: HostilePeer
    let server: ServerProcess

    /// Whether the peer mostly waits. The others take a processor each.
    var isQuiet: Bool { ["drip", "dripping-head", "silence"].contains(act) || act.hasPrefix("retry-after") }
  }

  @Test(arguments: HostilePeer.Program.allCases)
  func `every request ends in time, and the process rests afterwards`(_ program: HostilePeer.Program) throws {
    let authority = try Authority()
    let healthy = try Upstream(.naver)
    try Sandbox.use { sandbox in
      let meetings = try program.acts.map { act in
        let peer = try HostilePeer(program, act, certificate: program == .http2 ? authority.server : nil)
        let server = try sandbox.launch(
          "--catalog", "omdb", "--http-timeout-ms", "\(Int(Self.timeout / .milliseconds(1)))",
          environment: healthy.environment.merging(environment(program, peer, authority)) { $1 })
        return Meeting(act: act, peer: peer, server: server)
      }
      // Those that mostly wait do so together.
      let groups = [meetings.filter(\.isQuiet)] + meetings.filter { !$0.isQuiet }.map { [$0] }
      for group in groups { try expectEndInTime(of: group) }
      for meeting in meetings { try expectNaver("dune", meeting.server, "\(meeting.act)") }
      let busy = try ProcessStatistics.busy(among: meetings.map { ProcessStatistics(of: $0.server.processID) })
      #expect(busy.isEmpty, "\(busy.map { meetings[$0].act })")
      for meeting in meetings { #expect(try meeting.server.finish() == .exited(0), "\(meeting.act)") }
    }
  }

  /// Expects that a request to each hostile peer fails within three times the time limit, and holds up no other catalog.
  private func expectEndInTime(of meetings: [Meeting]) throws {
    var time = Duration.zero
    // Once, a busy machine may take longer.
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let hostile = try meetings.map { try $0.server.send("search", ["query": "parasite"]) }
      for meeting in meetings { try expectNaver("parasite", meeting.server, "\(meeting.act)") }
      for (meeting, id) in zip(meetings, hostile) {
        #expect(try meeting.server.reply(to: id).reason != nil, "\(meeting.act)")
      }
      time = ContinuousClock.now - start
      if time < Self.timeout * 3 { break }
    }
    #expect(time < Self.timeout * 3, "\(meetings.map(\.act)): \(time)")
  }

  /// Expects that a search in the healthy catalog finds something, and that it does not fail with another one's request.
  private func expectNaver(_ query: String, _ server: ServerProcess, _ comment: Comment) throws {
    let params: JSON = ["query": .string(query), "catalog": "naver", "list": "naver"]
    var reply = try server.ask("search", params)
    // A busy machine may take longer than the time limit.
    for _ in 0..<10 where reply.reason == "upstreamTimeout" {
      #expect(reply.message["error"]?["data"]?["detail"]?.string?.contains("blocked") != true, comment)
      reply = try server.ask("search", params)
    }
    #expect(reply.reason == nil, comment)
  }

  private func environment(
    _ program: HostilePeer.Program, _ peer: HostilePeer, _ authority: Authority
  ) -> [String: String] {
    var variables = ["OMDB_API_KEY": "0badcafe", "SSL_CERT_FILE": authority.certificate]
    switch program {
    case .proxy:
      variables["https_proxy"] = "http://127.0.0.1:\(peer.port)"
      variables["OMDB_BASE_URL"] = "https://service.invalid/"
    case .http2: variables["OMDB_BASE_URL"] = "https://127.0.0.1:\(peer.port)/"
    case .service: variables["OMDB_BASE_URL"] = "http://127.0.0.1:\(peer.port)/"
    }
    return variables
  }
}
