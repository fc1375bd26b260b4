import JSON

/// What an upstream has seen, in the order in which it came.
public struct UpstreamLog: Sendable {
  public enum State: String, Sendable {
    /// Being answered.
    case open
    /// Answered, or broken off by a fault.
    case done
    /// The client has left before the end of the answer.
    case gone
  }

  public struct Request: Sendable {
    public var method: String
    /// Decoded, without the query.
    public var path: String
    /// Path and query as they came.
    public var target: String
    /// Decoded.
    public var query: [String: String]
    /// By names in lower case.
    public var headers: [String: String]
    public var body: String
    /// Requests with the same number came on one connection.
    public var connection: Int
    /// That was sent; 0 where none was.
    public var status: Int
    /// Its kind.
    public var fault: String?
    public var state: State
  }

  public var requests: [Request]
  /// Connections that were accepted, are open now, and were open at the same time.
  public var connections: (accepted: Int, open: Int, peak: Int)
  /// Requests that are being answered now, and were at the same time.
  public var inFlight: (now: Int, peak: Int)

  init(_ json: JSON) throws {
    func number(_ group: String, _ name: String) throws -> Int {
      guard let number = json[group]?[name]?.int else { throw UpstreamError("No \(group).\(name) in its log.") }
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
    else { throw UpstreamError("This is no request: \(json.jsonText)") }
    self.init(
      method: method, path: path, target: target, query: texts("query"), headers: texts("headers"), body: body,
      connection: connection, status: status, fault: json["fault"]?.string, state: state)
  }
}
