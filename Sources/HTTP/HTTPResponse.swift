import Platform

/// A whole answer of an HTTP service, of whatever status.
public struct HTTPResponse: Sendable {
  /// The status code (RFC 9110, 15): neither that of an interim answer nor of a redirect that was followed.
  public var status: Int
  /// Names in lowercase, in the order in which they came.
  public var headers: [HTTPRequest.Field]
  /// Inflated.
  public var body: [UInt8]
  /// Kept from an earlier time, because the service cannot be reached.
  public var isStale = false

  public init(status: Int, headers: [HTTPRequest.Field] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first field of that name.
  ///
  /// - Parameter name: in lowercase.
  public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  /// For how many seconds, up to a day, the service wants to be left alone (`Retry-After`, RFC 9110, 10.2.3); nil where
  /// it says nothing that can be read. A date is by the service's own clock, which may differ from this machine's.
  ///
  /// - Parameter now: seconds since 1970, for a service that does not tell its time.
  public func retryAfter(now: @autoclosure () -> Int = Int(time(nil))) -> Int? {
    guard let text = self["retry-after"] else { return nil }
    let seconds = Int(text) ?? HTTPDate.parse(text).map { $0 - (self["date"].flatMap(HTTPDate.parse) ?? now()) }
    return seconds.map { min(max($0, 0), 86_400) }
  }

  /// Whether the status is 2xx (RFC 9110, 15.3).
  public var isSuccess: Bool { (200..<300).contains(status) }
}
