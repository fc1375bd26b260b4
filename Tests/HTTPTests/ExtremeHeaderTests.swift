import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Numbers and dates at the ends of their ranges, and texts that are neither, in every header field that has one.
struct ExtremeHeaderTests {
  private static let numbers = [
    "-9223372036854775809", "-9223372036854775808", "-1", "0", "1", "2147483647", "2147483648", "9223372036854775807",
    "9223372036854775808", "1000000000000000000000000000000", "+1", "1.5", "1e9", "١", "soon", "",
  ]

  private static let dates = [
    "Mon, 01 Jan 0001 00:00:00 GMT", "Sat, 01 Jan 0000 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Saturday, 31-Dec-99 23:59:60 GMT",
  ]

  private let now = 784_111_777

  private func combinations(_ names: [String], _ values: [[String?]]) -> [[HTTPRequest.Field]] {
    zip(names, values).reduce([[]]) { known, next in
      known.flatMap { fields in
        next.1.map { value in fields + (value.map { [HTTPRequest.Field(next.0, $0)] } ?? []) }
      }
    }
  }

  @Test func `every combination of extreme fields leads to a freshness within its limits`() {
    let dates: [String?] = [nil, "0", "9223372036854775807"] + Self.dates
    let ages: [String?] = [nil] + Self.numbers
    let fields = combinations(
      ["cache-control", "age", "expires", "date"], [ages.map { $0.map { "max-age=\($0)" } }, ages, dates, dates])
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    for headers in fields {
      let policy = CachePolicy(HTTPResponse(status: 200, headers: headers), to: request, now: now)
      guard case .store(let until) = policy, now <= until, until <= now + CachePolicy.maximumLifetime else {
        Issue.record("\(policy) for \(headers)")
        continue
      }
    }
    #expect(fields.count == 17 * 17 * 9 * 9)
  }

  @Test func `every combination of extreme fields leads to a wait of at most a day, or none`() {
    let dates: [String?] = [nil] + Self.dates + Self.numbers
    for headers in combinations(["retry-after", "date"], [dates, dates]) {
      let seconds = HTTPResponse(status: 429, headers: headers).retryAfter(now: now)
      #expect(seconds.map { (0...86_400).contains($0) } ?? true, "\(headers)")
    }
  }

  @Test(arguments: [
    ("0", 0), ("0060", 60), ("2147483648", 1 << 31), ("2147483649", 1 << 31), ("9223372036854775808", 1 << 31),
    ("1000000000000000000000000000000", 1 << 31), ("-1", nil), ("-0", nil), ("+1", nil), ("", nil), ("1 ", nil),
    ("1.5", nil), ("0x10", nil), ("١", nil),
  ])
  func `seconds are digits, and large numbers count as the largest`(text: String, seconds: Int?) {
    #expect(DeltaSeconds.parse(text) == seconds)
  }

  @Test func `a recorded response with any extreme field is returned, stored and confirmed`() async throws {
    let exchanges = try ExchangeFolder(path: Self.recording).exchanges()
    #expect(exchanges.count > 50)
    for (index, exchange) in exchanges.enumerated() {
      guard case .response(let status, let headers, let body) = exchange.outcome else { continue }
      // Every value for one field, another one for each exchange; and all fields with the same value.
      let names = ["cache-control", "age", "expires", "date", "last-modified", "etag", "retry-after", "content-length"]
      let values = Self.numbers + Self.dates
      let some = values.map { [names[index % names.count]: $0] }
      let all = values.map { value in Dictionary(uniqueKeysWithValues: names.map { ($0, value) }) }
      let recorded = HTTPResponse(status: status, headers: headers, body: body.bytes)
      try await check(recorded, some + all, cacheFolder: folder.file("\(index)"))
    }
  }

  private let folder = TemporaryFolder()

  private static var recording: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "RecordedServices/exchanges").path
  }

  /// Requests the response three times with each of the fields: it is sent, then confirmed or sent again.
  private func check(_ recorded: HTTPResponse, _ variants: [[String: String]], cacheFolder: String) async throws {
    let current = Observed(recorded)
    let date = Observed(now)
    let network = ScriptedNetwork { request in
      request.isConditional ? HTTPResponse(status: 304, headers: current.value.headers) : current.value
    }
    var configuration = HTTPClient.Configuration(userAgent: "test")
    configuration.cacheFolder = cacheFolder
    configuration.network = network
    configuration.clock = HTTPClock(SkippingClock(), date: { date.value })
    let client = HTTPClient(configuration)
    for (number, fields) in variants.enumerated() {
      current.change { response in
        response.headers = recorded.headers.filter { fields[$0.name] == nil }
        response.headers += fields.map { HTTPRequest.Field($0, $0 == "cache-control" ? "max-age=\($1)" : $1) }
      }
      let request = HTTPRequest(service: "test", url: "http://127.0.0.1/\(number)")
      for _ in 0..<3 {
        let received = try await client.response(to: request)
        #expect(received.status == recorded.status && received.body == recorded.body, "\(fields)")
        date.change { $0 += CachePolicy.maximumLifetime }
      }
    }
    // At most three retries for each request.
    #expect(network.requests.count <= variants.count * 12)
  }
}
