import Foundation
import JSON
import TestSupport
import Testing

@Suite("posters")
struct PosterTests {
  @Test func `a poster is fetched once into a file, whether requested by movie or by URL`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let movie = try #require(try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first)
      let url = try #require(movie["posterUrl"])
      #expect(url.string?.hasPrefix(upstream.baseURL.replacing("/3", with: "/t/p/w342/")) == true)
      let reply = try server.ask("poster", ["id": try #require(movie["id"])])
      let poster = try reply.result
      let path = try #require(poster["path"]?.string)
      #expect(path.hasPrefix(sandbox.folder + "/cache/movie-server/posters/"))
      let bytes = try sandbox.bytes(path)
      #expect(poster["bytes"] == .integer(bytes.count))
      #expect(poster["mimeType"] == "image/jpeg")
      #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
      // The size that the image itself states.
      #expect(poster["width"] == 8)
      #expect(reply.notifications.compactMap { $0["params"]?["kind"] } == ["poster", "poster"])

      let transfers = { try upstream.log().requests.filter { $0.path.hasPrefix("/t/p/") } }
      #expect(try transfers().count == 1)
      #expect(try server.ask("poster", ["url": url]).result == poster)
      #expect(try server.ask("poster", ["id": try #require(movie["id"]), "width": 300]).result == poster)
      #expect(try transfers().count == 1)
      // Nor in another process.
      let later = try sandbox.launch(upstream)
      _ = try later.ask("search", ["query": "parasite"])
      #expect(try later.ask("poster", ["url": url]).result == poster)
      #expect(try transfers().count == 1)
      // Requests for images carry no key.
      #expect(try transfers().allSatisfy { $0.query.isEmpty && $0.headers["authorization"] == nil })
      // The smallest size that is wide enough.
      for (width, size) in [(343, "w500"), (92, "w92"), (4_000, "original")] {
        let other = try server.ask("poster", ["url": url, "width": .integer(width)]).result
        #expect(other["path"] != poster["path"])
        #expect(try transfers().last?.path.hasPrefix("/t/p/\(size)/") == true)
      }
      for server in [server, later] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test func `a favorite's poster URL is accepted, whatever message published it, even after unstar`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let movie = try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first
      let url = try #require(movie?["posterUrl"])
      _ = try server.ask("star", ["id": "tmdb:496243"])
      let page = try sandbox.launch(upstream)
      #expect(try page.ask("favorites", [:]).result["total"] == 1)
      let difference = try sandbox.launch(upstream)
      #expect(try difference.ask("favorites", ["since": 0]).result["total"] == 1)
      let subscriber = try sandbox.launch(upstream)
      _ = try subscriber.ask("favorites", ["since": 1])
      _ = try server.ask("unstar", ["id": "tmdb:496243"])
      _ = try server.ask("star", ["id": "tmdb:496243"])
      _ = try subscriber.notifications(upTo: { $0["params"]?["revision"] == 3 })
      _ = try server.ask("unstar", ["id": "tmdb:496243"])
      for other in [page, difference, subscriber] {
        #expect(try other.ask("poster", ["url": url]).result["mimeType"] == "image/jpeg")
        #expect(try other.finish() == .exited(0))
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `every image URL of rows, details and reviews is accepted`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let params: JSON = ["id": "tmdb:496243", "language": "ko-KR"]
      let results = try ["detail", "reviews"].map { try server.ask($0, params).result }
      func urls(_ json: JSON) -> [(name: String, url: String)] {
        switch json {
        case .object(let members):
          members.flatMap { member in
            ["posterUrl", "backdropUrl", "profileUrl", "logoUrl", "avatarUrl"].contains(member.name)
              ? [(member.name, member.value.string ?? "")] : urls(member.value)
          }
        case .array(let elements): elements.flatMap(urls)
        default: []
        }
      }
      // Other hosts cannot be reached.
      let own = results.flatMap(urls).filter { $0.url.hasPrefix(upstream.baseURL.replacing("/3", with: "/t/p/")) }
      #expect(Set(own.map(\.name)) == ["posterUrl", "backdropUrl", "profileUrl", "logoUrl", "avatarUrl"])
      for (name, url) in own {
        #expect(try server.ask("poster", ["url": .string(url)]).result["mimeType"] != nil, "\(name) \(url)")
      }
      let wide = try #require(own.first { $0.name == "backdropUrl" })
      #expect(wide.url.contains("/w780/"))
      _ = try server.ask("poster", ["url": .string(wide.url), "width": 900])
      #expect(try upstream.log().requests.last?.path.hasPrefix("/t/p/w1280/") == true)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `two requests at the same time share one transfer`() throws {
    let upstream = try Upstream(.tmdb)
    try upstream.setFault("delay", ["ms": 200], match: "/t/p/")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      _ = try server.ask("search", ["query": "parasite"])
      let ids = try (0..<5).map { _ in try server.send("poster", ["id": "tmdb:496243"]) }
      let posters = try ids.map { try server.reply(to: $0).result }
      #expect(Set(posters).count == 1)
      #expect(try upstream.log().requests.filter { $0.path.hasPrefix("/t/p/") }.count == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `only published URLs are fetched, and only images are cached`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let url = try #require(
        try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["posterUrl"]?.string)
      for other in [
        upstream.baseURL + "/configuration", url + "?x", url.replacing("w342", with: "w500"), "file:///etc/passwd",
        "http://169.254.169.254/latest/meta-data",
      ] {
        let reply = try server.ask("poster", ["url": .string(other)])
        #expect(reply.reason == "invalidParams")
        #expect(reply.message["error"]?["data"]?["field"] == "url")
      }
      #expect(try !upstream.log().requests.contains { $0.path.hasPrefix("/t/p/") })

      let faults: [(String, JSON, String)] = [
        ("html", ["content_type": "text/html"], "upstreamInvalidResponse"),
        ("html", ["content_type": "image/jpeg"], "upstreamInvalidResponse"),
        ("status", ["status": 404, "body": "html"], "posterUnavailable"),
        ("endless", [:], "upstreamInvalidResponse"),
        ("redirect", ["to": "file:///etc/passwd"], "upstreamInvalidResponse"),
      ]
      for (kind, parameters, reason) in faults {
        try upstream.setFault(kind, parameters, match: "/t/p/")
        #expect(try server.ask("poster", ["url": .string(url)]).reason == reason, "\(kind) \(parameters)")
        try upstream.clearFaults()
      }
      #expect(!sandbox.exists("cache/movie-server/posters"))
      #expect(try server.ask("poster", ["url": .string(url)]).result["mimeType"] == "image/jpeg")
      #expect(try server.ask("poster", ["id": "tmdb:14160"]).reason == "posterUnavailable")
      #expect(try server.finish() == .exited(0))
    }
  }
}
