public struct HTTPResponse: Sendable {
  /// The status code (RFC 9110, 15) of the final response, after interim responses and redirects.
  public var status: Int
  /// The header fields in the order of the response, with names in lowercase.
  public var headers: [HTTPRequest.Field]
  public var body: [UInt8]
  /// Whether it is an earlier response from the cache, used because the service could not be reached.
  public var isStale = false

  public init(status: Int, headers: [HTTPRequest.Field] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The first header field with this name, in lowercase.
  public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The seconds to wait, at most a day (`Retry-After`, RFC 9110, 10.2.3); nil if the field is missing or no number or
  /// date. A date is compared with the service's own clock, else with `now`.
  public func retryAfter(now: Int = HTTPClock.systemDate()) -> Int? {
    guard let text = self["retry-after"] else { return nil }
    // Services that compute a date of their own send negative numbers too.
    let number = text.hasPrefix("-") ? DeltaSeconds.parse(text.dropFirst()).map { -$0 } : DeltaSeconds.parse(text)
    let seconds = number ?? HTTPDate.parse(text).map { $0 - (self["date"].flatMap(HTTPDate.parse) ?? now) }
    return seconds.map { min(max($0, 0), 86_400) }
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}
