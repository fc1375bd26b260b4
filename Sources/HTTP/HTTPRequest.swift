/// One request to an HTTP service.
///
/// The URL is what may be shown, logged, recorded and cached under. What must not be is in `secrets`, and joins the
/// request only where it is handed to the network.
public struct HTTPRequest: Sendable {
  /// As RFC 9110, 9.3 has them. Only a GET is asked again, shared, kept, and sent elsewhere by a redirect.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// A header field, or a query item that is not encoded yet.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What stands in no URL that is shown, and in no log, recording, cache or error.
  public struct Secrets: Hashable, Sendable {
    /// Query items, such as `api_key`.
    public var query: [Field] = []
    /// Header fields, such as `Authorization`.
    public var headers: [Field] = []

    public init(query: [Field] = [], headers: [Field] = []) {
      self.query = query
      self.headers = headers
    }

    /// Whether a service repeats one of them in its answer, a header's perhaps without its scheme ("Bearer …"). Less
    /// than four bytes are no secret, and would be found everywhere.
    func occur(in body: [UInt8]) -> Bool {
      (query + headers).compactMap { $0.value.split(separator: " ").last?.utf8 }
        .contains { $0.count >= 4 && body.contains(Array($0)) }
    }
  }

  public var method: Method
  /// Whose limits the request counts against, such as `tmdb`: a rate belongs to a service and its key, not to a host.
  public var service: String
  /// The beginning of the URL that is the service's address: a recording leaves it out, so that it serves for another.
  public var base = ""
  /// Absolute, `http` or `https`, percent-encoded, without user information and without a fragment.
  public var url: String
  /// What may be seen of the header. An answer is kept under these fields too.
  public var headers: [Field] = []
  /// JSON, where it is not empty. May hold a secret: it is sent, and never written down as it is.
  public var body: [UInt8] = []
  public var secrets = Secrets()
  /// Whether the answer is one user's own: never cached, never shared with another caller.
  public var isPrivate = false
  /// Whether a public answer may be kept on disk; false where the caller keeps it himself, as with pictures.
  public var mayBeKept = true
  /// Whether a successful answer is one: services put pages for people and errors of their own behind a status of 200,
  /// and such must neither take the place of what is kept nor be given again.
  public var isSound: @Sendable (HTTPResponse) -> Bool = { _ in true }
  /// Whether only the service's answer of now will do: what is kept needs its confirmation, whatever its age, and does
  /// not stand in where the service cannot be asked.
  public var mustBeCurrent = false
  /// Whether there is an earlier answer to fall back on, so that a network which is gone is not waited for.
  var hasFallback = false
  /// From the call to the last byte, retries and the wait for a turn included; nil for the client's own.
  public var deadline: Duration?
  /// The longest body taken, in bytes, after inflating; nil for the client's own.
  public var maximumBytes: Int?

  /// A request with a URL that is whole. It has no `base`.
  public init(_ method: Method = .get, service: String, url: String) {
    self.method = method
    self.service = service
    self.url = url
  }

  /// - Parameters:
  ///   - base: a service's address, with or without a slash at its end.
  ///   - path: begins with a slash, percent-encoded; empty for the base itself.
  ///   - query: not encoded yet.
  public init(
    _ method: Method = .get, service: String, base: String, path: String = "", query: [Field] = []
  ) {
    let trimmed = base.hasSuffix("/") && path.hasPrefix("/") ? String(base.dropLast()) : base
    self.init(method, service: service, url: PercentEncoding.appending(query, to: trimmed + path))
    self.base = trimmed
  }
}

/// RFC 3986.
public enum PercentEncoding {
  /// Everything but unreserved characters is encoded: a `+` left as it is would be read as a space.
  public static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// The URL with further query items, which are encoded here. It must have no fragment.
  public static func appending(_ query: [HTTPRequest.Field], to url: String) -> String {
    guard !query.isEmpty else { return url }
    let items = query.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    return url + (url.contains("?") ? "&" : "?") + items
  }
}
