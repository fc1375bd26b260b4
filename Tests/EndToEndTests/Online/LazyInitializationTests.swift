import Foundation
import JSON
import TestSupport
import Testing

@Suite("lazy initialization", .enabled(if: ProcessStatistics.isAvailable))
struct LazyInitializationTests {
  private func curl(_ figures: ProcessStatistics) throws -> Bool {
    try figures.mappedFiles().contains { $0.contains("/libcurl") }
  }

  @Test func `the network library is not loaded and the cache not opened before the first request to a service`() throws
  {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--catalog", "builtin", environment: upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } })
      let figures = ProcessStatistics(of: server.processID)
      _ = try server.ask("initialize")
      _ = try server.ask("search", ["query": "parasite"])
      _ = try server.ask("nextPage")
      _ = try server.ask("home")
      _ = try server.ask("detail", ["id": "builtin:tt6751668"])
      // Of a film of IMDb's, the server would ask TMDB for its id.
      _ = try server.ask("star", ["movie": ["id": "mine:1", "title": "Home video"]])
      _ = try server.ask("favorites")
      _ = try server.ask("session")
      #expect(try !curl(figures))
      #expect(try !figures.descriptors().contains { $0.hasPrefix("socket:") || $0.contains("/cache/") })
      #expect(!sandbox.exists("cache"))
      for upstream in upstreams { #expect(try upstream.log().connections.accepted == 0) }

      _ = try server.ask("search", ["query": "parasite", "catalog": "tmdb"])
      #expect(try curl(figures))
      #expect(sandbox.exists("cache/movie-server/responses"))
      #expect(try server.finish() == .exited(0))
    }
  }
  @Test func `without the library everything offline works, and online errors say what to install`() throws {
    try Sandbox.use { sandbox in
      // Files that the loader finds first, and cannot load.
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try sandbox.write("no library", to: "lib/\(name)") }
      let path = [sandbox.folder + "/lib", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap(\.self)
      let server = try sandbox.launch(
        "--catalog", "tmdb",
        environment: ["TMDB_API_KEY": "0123456789abcdef", "LD_LIBRARY_PATH": path.joined(separator: ":")])
      for _ in 0..<2 {
        let reply = try server.ask("search", ["query": "parasite"])
        #expect(reply.reason == "upstreamUnreachable")
        let message = reply.message["error"]?["message"]?.string ?? ""
        #expect(message.contains("libcurl") && message.contains("install"), "\(message)")
      }
      #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["items"]?.array != [])
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(.enabled(if: Sandbox.program("cc") != nil, "There is no C compiler."))
  func `a library that is too old is reported as such`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write(#"const char *curl_version(void) { return "libcurl/7.58.0 OpenSSL/1.1.1"; }"#, to: "lib/old.c")
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
        let compiler = try sandbox.run(
          ["-shared", "-fPIC", "-o", "\(sandbox.folder)/lib/\(name)", "\(sandbox.folder)/lib/old.c"], program: "cc")
        #expect(compiler.status == .exited(0), "\(compiler.errors)")
      }
      let path = [sandbox.folder + "/lib", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap(\.self)
      let server = try sandbox.launch(
        "--catalog", "tmdb",
        environment: ["TMDB_API_KEY": "0123456789abcdef", "LD_LIBRARY_PATH": path.joined(separator: ":")])
      let reply = try server.ask("search", ["query": "parasite"])
      #expect(reply.reason == "upstreamUnreachable")
      let message = reply.message["error"]?["message"]?.string ?? ""
      #expect(message.contains("7.58.0") && message.contains("7.68"), "\(message)")
      #expect(try server.finish() == .exited(0))
    }
  }

  // Only Linux has this limit.
  #if os(Linux)
    @Test func `with too little address space for libcurl everything else works`() throws {
      try Sandbox.use { sandbox in
        for megabytes in stride(from: 250, through: 700, by: 50) {
          let server = try sandbox.launch(
            through: "ulimit -v \(megabytes << 10); exec \"$0\" --catalog tmdb",
            environment: ["TMDB_API_KEY": "0123456789abcdef", "TMDB_BASE_URL": "http://127.0.0.1:9/"])
          #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["items"]?.array != [])
          #expect(try server.ask("search", ["query": "parasite"]).reason == "upstreamUnreachable")
          #expect(try server.finish() == .exited(0), "\(megabytes) MB")
        }
      }
    }
  #endif

  @Test func `a base URL that no request can have is reported as such`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--catalog", "omdb", environment: ["OMDB_API_KEY": "0badcafe", "OMDB_BASE_URL": "http://127.0.0.1:99999/"])
      let reply = try server.ask("search", ["query": "parasite"])
      #expect(reply.reason == "upstreamUnreachable")
      #expect(reply.message["error"]?["message"]?.string?.contains("was not sent") == true, "\(reply.message.jsonText)")
      #expect(try server.finish() == .exited(0))
    }
  }
}
