import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct RetryingTests {
  let server: Server
  let clock = SkippingClock()

  init() async throws { server = try await Server() }

  private var retrying: Retrying {
    Retrying(next: .patient(), clock: HTTPClock(clock, date: { 784_111_777 }), random: { 0.5 })
  }

  private func request(
    _ path: String, _ query: KeyValuePairs<String, String> = [:], method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    var request = server.request(path, query, method: method)
    request.deadline = .seconds(10)
    return request
  }

  @Test(arguments: ["429", "502", "503", "504"])
  func `a busy service is retried with growing delays`(status: String) async throws {
    let request = request("/fail", ["status": status, "times": "2"])
    #expect(try await retrying.response(to: request).text == "{\"failed\":false}")
    #expect(clock.sleeps == [.milliseconds(125), .milliseconds(250)])
  }

  @Test func `a service that stays busy is asked four times, and its last response is returned`() async throws {
    let request = request("/fail", ["status": "503", "times": "100"])
    #expect(try await retrying.response(to: request).status == 503)
    #expect(try await server.requests("/fail") == 4)
    #expect(clock.sleeps == [.milliseconds(125), .milliseconds(250), .milliseconds(500)])
  }

  @Test func `an unreachable service is retried`() async throws {
    #expect(try await retrying.response(to: request("/refuse", ["times": "2"])).status == 200)
    let error = await failure(retrying, HTTPRequest(service: "test", url: "http://127.0.0.1:1/"))
    #expect(error?.reason == .unreachable)
    #expect(clock.sleeps.count == 2 + 3)
  }

  @Test(arguments: ["400", "401", "404", "500", "501"])
  func `other responses are returned at once`(status: String) async throws {
    let request = request("/fail", ["status": status, "times": "100"])
    #expect(try await retrying.response(to: request).status == Int(status))
    #expect(try await server.requests("/fail") == 1)
  }

  @Test(arguments: ["/garbage", "/bomb", "/stall"])
  func `other failures are thrown at once`(path: String) async throws {
    var request = request(path)
    if path == "/stall" { request.deadline = .seconds(2) }
    #expect(await failure(retrying, request) != nil)
    #expect(try await server.requests(path) == 1)
  }

  @Test(arguments: [.post, .delete] as [HTTPRequest.Method])
  func `a POST or a DELETE is sent once`(method: HTTPRequest.Method) async throws {
    let busy = request("/fail", ["times": "100"], method: method)
    #expect(try await retrying.response(to: busy).status == 503)
    #expect(await failure(retrying, request("/cut", method: method))?.reason == .unreachable)
    #expect(try await server.requests("/fail") == 1)
    #expect(try await server.requests("/cut") == 1)
    #expect(clock.sleeps.isEmpty)
  }

  @Test(arguments: [
    ("3", 3), ("0", 1), ("-5", 1), ("Sun, 06 Nov 1994 08:49:41 GMT", 4), ("Sun, 06 Nov 1994 08:49:30 GMT", 1),
  ])
  func `a retry waits as long as the service requests`(requested: String, seconds: Int) async throws {
    let request = request("/fail", ["status": "429", "h": "Retry-After:\(requested)"])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(seconds)])
  }

  @Test func `a date is compared with the service's clock`() async throws {
    let request = request(
      "/fail",
      [
        "status": "429", "h": "Retry-After:Sun, 06 Nov 1994 10:00:05 GMT", "h": "Date:Sun, 06 Nov 1994 10:00:00 GMT",
      ])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(5)])
  }

  @Test func `a delay is thirty seconds at most`() async throws {
    var request = request("/fail", ["status": "429", "h": "Retry-After:86400"])
    request.deadline = .seconds(60)
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(30)])
  }

  @Test func `an unreadable delay falls back to the usual one`() async throws {
    let request = request("/fail", ["status": "503", "h": "Retry-After:soon"])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.milliseconds(125)])
  }

  @Test func `there is no retry if the delay would pass the deadline`() async throws {
    let request = request("/fail", ["status": "429", "h": "Retry-After:10"])
    let answer = try await retrying.response(to: request)
    #expect(answer.status == 429)
    #expect(answer["retry-after"] == "10")
    #expect(clock.sleeps.isEmpty)
  }
}
