import JSON

/// The log of an upstream, in the order of arrival.
public struct UpstreamLog: Sendable {
  public enum State: String, Sendable {
    /// In progress.
    case open
    /// Responded to, or ended by a fault.
    case done
    /// The client disconnected before the end of the response.
    case gone
  }

  public struct Request: Sendable {
    public var method: String
    /// Percent-decoded, without the query.
    public var path: String
    /// Path and query as received.
    public var target: String
    /// Percent-decoded.
    public var query: [String: String]
    /// By their names in lowercase.
    public var headers: [String: String]
    public var body: String
    /// Requests with the same number used the same connection.
    public var connection: Int
    /// The status of the response; 0 without one.
    public var status: Int
    /// The kind of the fault.
    public var fault: String?
    public var state: State
  }

  public var requests: [Request]
  /// The number of accepted connections, of open ones, and of those open at the same time.
  public var connections: (accepted: Int, open: Int, peak: Int)
  /// The number of requests in progress, and of those in progress at the same time.
  public var inFlight: (now: Int, peak: Int)

  init(_ json: JSON) throws {
    func number(_ group: String, _ name: String) throws -> Int {
      guard let number = json[group]?[name]?.int else { throw UpstreamError("The log has no \(group).\(name).") }
      return number
    }
    requests = try (json["requests"]?.array ?? []).map(Request.init)
    connections = (
      try number("connections", "accepted"), try number("connections", "open"), try number("connections", "peak")
    )
    inFlight = (try number("in_flight", "now"), try number("in_flight", "peak"))
  }
}

extension UpstreamLog.Request {
  fileprivate init(_ json: JSON) throws {
    func texts(_ name: String) -> [String: String] {
      guard case .object(let members)? = json[name] else { return [:] }
      return Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { first, _ in first }
    }
    guard
      let method = json["method"]?.string, let path = json["path"]?.string, let target = json["target"]?.string,
      let body = json["body"]?.string, let connection = json["connection"]?.int, let status = json["status"]?.int,
      let state = json["state"]?.string.flatMap(UpstreamLog.State.init)
    else { throw UpstreamError("The log has an invalid request: \(json.jsonText)") }
    self.init(
      method: method, path: path, target: target, query: texts("query"), headers: texts("headers"), body: body,
      connection: connection, status: status, fault: json["fault"]?.string, state: state)
  }
}
