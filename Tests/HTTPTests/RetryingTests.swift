import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct RetryingTests {
  let server: Server
  let clock = SkippingClock()

  init() async throws { server = try await Server() }

  private var retrying: Retrying {
    Retrying(
      next: .patient(), time: HTTPTime(clock, date: { 784_111_777 }), deadline: .seconds(10),
      random: { 0.5 })
  }

  @Test(arguments: ["429", "502", "503", "504"])
  func `A busy service is asked again, after growing waits`(status: String) async throws {
    let request = server.request("/fail", ["status": status, "times": "2"])
    #expect(try await retrying.response(to: request).text == "{\"failed\":false}")
    #expect(clock.sleeps == [.milliseconds(125), .milliseconds(250)])
  }

  @Test func `A service that stays busy is asked four times, and its last answer given`() async throws {
    let request = server.request("/fail", ["status": "503", "times": "100"])
    #expect(try await retrying.response(to: request).status == 503)
    #expect(try await server.requests("/fail") == 4)
    #expect(clock.sleeps == [.milliseconds(125), .milliseconds(250), .milliseconds(500)])
  }

  @Test func `A service that is not reached is asked again`() async throws {
    #expect(try await retrying.response(to: server.request("/refuse", ["times": "2"])).status == 200)
    let error = await failure(retrying, HTTPRequest(service: "test", url: "http://127.0.0.1:1/"))
    #expect(error?.reason == .unreachable)
    #expect(clock.sleeps.count == 2 + 3)
  }

  @Test(arguments: ["400", "401", "404", "500", "501"])
  func `Other answers are given as they are`(status: String) async throws {
    let request = server.request("/fail", ["status": status, "times": "100"])
    #expect(try await retrying.response(to: request).status == Int(status))
    #expect(try await server.requests("/fail") == 1)
  }

  @Test(arguments: ["/garbage", "/bomb", "/stall"])
  func `Other failures are given as they are`(path: String) async throws {
    var request = server.request(path)
    if path == "/stall" { request.deadline = .milliseconds(300) }
    #expect(await failure(retrying, request) != nil)
    #expect(try await server.requests(path) == 1)
  }

  @Test(arguments: [.post, .delete] as [HTTPRequest.Method])
  func `What changes something is sent once`(method: HTTPRequest.Method) async throws {
    let busy = server.request("/fail", ["times": "100"], method: method)
    #expect(try await retrying.response(to: busy).status == 503)
    #expect(await failure(retrying, server.request("/cut", method: method))?.reason == .unreachable)
    #expect(try await server.requests("/fail") == 1)
    #expect(try await server.requests("/cut") == 1)
    #expect(clock.sleeps.isEmpty)
  }

  @Test(arguments: [
    ("3", 3), ("0", 1), ("-5", 1), ("Sun, 06 Nov 1994 08:49:41 GMT", 4), ("Sun, 06 Nov 1994 08:49:30 GMT", 1),
  ])
  func `A service is not asked before it says`(told: String, seconds: Int) async throws {
    let request = server.request("/fail", ["status": "429", "h": "Retry-After:\(told)"])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(seconds)])
  }

  @Test func `A date is read by the service's own clock, which may differ from this machine's`() async throws {
    let request = server.request(
      "/fail",
      [
        "status": "429", "h": "Retry-After:Sun, 06 Nov 1994 10:00:05 GMT", "h": "Date:Sun, 06 Nov 1994 10:00:00 GMT",
      ])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(5)])
  }

  @Test func `A wait is thirty seconds at most`() async throws {
    var request = server.request("/fail", ["status": "429", "h": "Retry-After:86400"])
    request.deadline = .seconds(60)
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.seconds(30)])
  }

  @Test func `What no wait is told by falls back to the usual one`() async throws {
    let request = server.request("/fail", ["status": "503", "h": "Retry-After:soon"])
    #expect(try await retrying.response(to: request).status == 200)
    #expect(clock.sleeps == [.milliseconds(125)])
  }

  @Test func `A wait that would pass the deadline is not begun`() async throws {
    let request = server.request("/fail", ["status": "429", "h": "Retry-After:10"])
    let answer = try await retrying.response(to: request)
    #expect(answer.status == 429)
    #expect(answer["retry-after"] == "10")
    #expect(clock.sleeps.isEmpty)
  }
}
