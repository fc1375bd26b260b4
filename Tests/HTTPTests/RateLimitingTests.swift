import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct RateLimitingTests {
  /// Replaces the network, and records when requests reach it.
  private struct Network: HTTPTransport {
    let urls = Observed<[String]>([])
    let deadlines = Observed<[Duration]>([])

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      urls.change { $0.append(request.url) }
      deadlines.change { $0.append(request.deadline ?? .zero) }
      return HTTPResponse(status: 200)
    }
  }

  private let clock = ManualClock()
  private let network = Network()

  private func limiting(_ rates: [String: Int]) -> RateLimiting {
    RateLimiting(next: network, clock: HTTPClock(clock), rates: rates)
  }

  private func request(
    _ number: Int, service: String = "slow", deadline: Duration = .seconds(10)
  ) -> HTTPRequest {
    var request = HTTPRequest(service: service, url: "http://127.0.0.1/\(number)")
    request.deadline = deadline
    return request
  }

  @Test func `a burst of one second passes at once, and the rest follows in order at the rate`() async throws {
    let limiting = limiting(["slow": 4])
    let tasks = (0..<10).map { number in
      Task.immediate { try await limiting.response(to: request(number)) }
    }
    #expect(network.urls.value.count == 4)
    for sent in 5...10 {
      try await clock.sleepers(11 - sent)
      clock.advance(by: .milliseconds(251))
      try await network.urls.wait { $0.count >= sent }
      #expect(network.urls.value.count == sent)
    }
    for task in tasks { _ = try await task.value }
    #expect(network.urls.value == (0..<10).map { request($0).url })
    // The wait has reduced the remaining time.
    #expect(network.deadlines.value.first == .seconds(10))
    #expect(network.deadlines.value.last! < .seconds(9))
  }

  @Test func `cancelled requests use no token`() async throws {
    let limiting = limiting(["slow": 1])
    let tasks = (0..<4).map { number in
      Task.immediate { try await limiting.response(to: request(number)) }
    }
    for task in tasks[1...] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let next = Task.immediate { try await limiting.response(to: request(4)) }
    try await clock.sleepers(1)
    clock.advance(by: .milliseconds(1_001))
    _ = try await next.value
    #expect(network.urls.value == [request(0).url, request(4).url])
  }

  @Test func `a request that would wait beyond its deadline times out`() async throws {
    let limiting = limiting(["slow": 1])
    let tasks = (0..<4).map { number in
      Task.immediate { try await limiting.response(to: request(number, deadline: .milliseconds(2_500))) }
    }
    await #expect {
      _ = try await tasks[3].value
    } throws: {
      ($0 as? HTTPError)?.reason == .timeout
    }
    for sent in 2...3 {
      try await clock.sleepers(4 - sent)
      clock.advance(by: .milliseconds(1_001))
      try await network.urls.wait { $0.count >= sent }
    }
    for task in tasks[..<3] { #expect(try await task.value.status == 200) }
  }

  @Test func `services do not wait for each other`() async throws {
    let limiting = limiting(["slow": 1])
    _ = try await limiting.response(to: request(0))
    let waiting = Task.immediate { try await limiting.response(to: request(1)) }
    for number in 2..<50 { _ = try await limiting.response(to: request(number, service: "other")) }
    #expect(network.urls.value.count == 49)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `the bucket refills, but never beyond its capacity`() async throws {
    let limiting = limiting(["slow": 3])
    for number in 0..<3 { _ = try await limiting.response(to: request(number)) }
    clock.advance(by: .seconds(100))
    for number in 3..<6 { _ = try await limiting.response(to: request(number)) }
    let waiting = Task.immediate { try await limiting.response(to: request(6)) }
    #expect(network.urls.value.count == 6)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = try await waiting.value
  }
}
