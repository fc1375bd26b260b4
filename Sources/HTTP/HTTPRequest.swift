/// A request to an HTTP service. Its URL may be shown and logged; what must not be is in `secrets`.
public struct HTTPRequest: Sendable {
  /// RFC 9110, 9.3. Only a GET is retried, coalesced, cached, and redirected.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// A header field, or a query item that is not percent-encoded yet.
  public struct Field: Hashable, Sendable {
    /// Header fields are compared without regard to case; those of a response are in lowercase.
    public var name: String
    /// May be empty. A header field must not contain a line break.
    public var value: String

    /// Does not check the field: an invalid one makes the request fail when it is sent.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The parts of a request that never appear in a displayed URL, a log, a recording, the cache or an error.
  public struct Secrets: Hashable, Sendable {
    public var query: [Field] = []
    public var headers: [Field] = []
    /// Secrets that the request does not contain, and its response must not contain either.
    public var unsent: [Field] = []

    public init(query: [Field] = [], headers: [Field] = []) {
      self.query = query
      self.headers = headers
    }
  }

  /// Any method but GET is sent at most once.
  public var method: Method
  /// The service whose rate limit counts, such as `tmdb`. The requests to one share a thread, apart from the others'.
  public var service: String
  /// The start of the URL that is the service's base URL. Recordings omit it, so that they work with any other.
  public var base = ""
  /// Absolute, `http` or `https`, percent-encoded, without user information and without a fragment.
  public var url: String
  /// The header fields that are not secret. They are a part of the cache key.
  public var headers: [Field] = []
  /// JSON, or empty. It may contain a secret, which recordings redact.
  public var body: [UInt8] = []
  /// Added to `url` and `headers` only when the request is sent.
  public var secrets = Secrets()
  /// Whether the response belongs to one user: it is never cached, and never shared with another caller.
  public var isPrivate = false
  /// Whether the URL may lead to this machine or a private network; false for a URL that a service has made up. A proxy
  /// that resolves the name itself is not checked.
  public var allowsPrivateNetwork = true
  /// Whether the response may be stored in the cache; false if the caller stores it, as with posters.
  public var isCacheable = true
  /// Whether a success is a valid answer, and may be cached: services also send errors and HTML with status 200.
  public var isValid: @Sendable (HTTPResponse) -> Bool = { _ in true }
  /// Whether a cached response is confirmed first, however fresh it is, and not used if the service is gone.
  public var mustRevalidate = false
  /// Whether a cached response can be used instead. If so, an unreachable network is not retried.
  var hasFallback = false
  var attempt = 1
  var trace: RequestTrace?
  /// From the call to the last byte, with retries and waits; nil for the client's own deadline.
  public var deadline: Duration?
  /// The longest response body that is accepted, in bytes after decompression.
  public var maximumBytes = maximumJSONBytes
  /// Whether `Vary: *` does not count (against RFC 9111, 4.1): the responses depend on the URL only.
  public var ignoresVary = false

  /// The longest JSON that is accepted from a service, in bytes. The largest responses have some 500,000.
  public static let maximumJSONBytes = 2 << 20
  /// Values in the JSON of a service take up to a hundred bytes each. The largest responses have some 30,000.
  public static let maximumJSONValues = 100_000

  public init(_ method: Method = .get, service: String, url: String) {
    (self.method, self.service, self.url) = (method, service, url)
  }

  /// Creates a request from a base URL, a percent-encoded path, and a query that is not encoded yet.
  public init(_ method: Method = .get, service: String, base: String, path: String = "", query: [Field] = []) {
    let trimmed = base.hasSuffix("/") && path.hasPrefix("/") ? String(base.dropLast()) : base
    self.init(method, service: service, url: PercentEncoding.appending(query, to: trimmed + path))
    self.base = trimmed
  }

  /// The deadline, or 136 years if there is none.
  var timeLimit: Duration { deadline ?? .seconds(1 << 32) }
}

extension PercentEncoding {
  /// Encodes query items and appends them to a URL, which must not have a fragment.
  public static func appending(_ query: [HTTPRequest.Field], to url: String) -> String {
    guard !query.isEmpty else { return url }
    let items = query.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    return url + (url.contains("?") ? "&" : "?") + items
  }
}
