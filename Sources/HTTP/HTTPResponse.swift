/// A whole answer of an HTTP service, of whatever status.
public struct HTTPResponse: Sendable {
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

  public var isSuccess: Bool { (200..<300).contains(status) }
}
