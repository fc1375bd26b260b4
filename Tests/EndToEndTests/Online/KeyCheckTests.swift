import TestSupport
import Testing

@Suite("keys checked by auth")
struct KeyCheckTests {
  private func check(
    _ sandbox: Sandbox, _ service: Upstream.Service, _ environment: [String: String]
  ) throws -> (status: PipedProcess.Status, message: String) {
    let output = try sandbox.run(
      ["auth", service.rawValue, "--check"],
      environment: environment.merging(["MOVIE_SERVER_HTTP_TIMEOUT_MS": "2000"]) { $1 })
    #expect(output.text.isEmpty)
    for key in service.keys.values { #expect(!output.errors.contains(key)) }
    return (output.status, output.errors)
  }

  @Test(arguments: Upstream.Service.allCases)
  func `auth --check says whether the service accepts the key, refuses it or cannot be reached`(
    _ service: Upstream.Service
  ) throws {
    try Sandbox.use { sandbox in
      let upstream = try Upstream(service)
      let accepted = try check(sandbox, service, upstream.environment)
      #expect(accepted.status == .exited(0))
      #expect(accepted.message.hasSuffix(" accepts the key\n"), "\(accepted.message)")
      // The same search with another key must not be answered from the cache.
      let wrong = service.keys.mapValues { String($0.reversed()) }
      let refused = try check(sandbox, service, upstream.address.merging(wrong) { $1 })
      #expect(refused.status == .exited(1))
      #expect(refused.message.contains(" refuses the key: "), "\(refused.message)")
      let none = try check(sandbox, service, upstream.address)
      #expect(none.status == .exited(1), "\(none.message)")
      upstream.stop()
      let unreachable = try check(sandbox, service, upstream.environment)
      #expect(unreachable.status == .exited(3))
      #expect(unreachable.message.contains("the key could not be checked: "), "\(unreachable.message)")
    }
  }

  @Test func `the stored key is the one that is checked`() throws {
    try Sandbox.use { sandbox in
      let upstream = try Upstream(.omdb)
      let key = upstream.service.keys.values.first ?? ""
      #expect(try sandbox.run(["auth", "omdb"], input: key).status == .exited(0))
      #expect(try check(sandbox, .omdb, upstream.address).status == .exited(0))
    }
  }
}
