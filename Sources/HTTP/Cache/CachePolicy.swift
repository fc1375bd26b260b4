/// The effect of a response on the cache of a single user (RFC 9111), and on what is stored already.
enum CachePolicy: Equatable {
  /// The response is stored. It may be used without asking the service until `freshUntil`, in seconds since 1970.
  case store(freshUntil: Int)
  /// The response must not be stored, and the stored one is out of date.
  case remove
  case ignore
  /// The service cannot answer at the moment: the stored response is used, if the request allows that.
  case useStored

  /// How long responses are stored at most, in seconds: TMDB's terms allow six months.
  static let maximumAge = 180 * 86_400

  /// How long responses are fresh at most, in seconds: a wrong one does no harm after that, and asking is cheap.
  static let maximumLifetime = 86_400

  /// The header fields that are stored, because they describe the body. Cookies and tokens never are.
  private static let storedFields: Set<String> = [
    "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "vary",
  ]

  static func isStored(_ field: HTTPRequest.Field) -> Bool {
    storedFields.contains(field.name) && Validator(rawValue: field.name)?.isWellFormed(field.value) != false
  }

  /// Everything that a response may vary by and that is not secret; nil if the request must not use the cache.
  static func key(for request: HTTPRequest) -> String? {
    let hasConditions = request.headers.contains { $0.name.lowercased().hasPrefix("if-") }
    guard request.method == .get, !request.isPrivate, request.isCacheable, !hasConditions else { return nil }
    let lines = request.headers.map { "\n\($0.name.lowercased()): \($0.value)" }.sorted()
    return "\(request.method.rawValue) \(request.url)" + lines.joined()
  }

  /// Only a valid response with status 200 is stored. "Not found" would hide a movie that the catalog has added since,
  /// for months when the network is gone.
  init(_ response: HTTPResponse, to request: HTTPRequest, now: Int) {
    switch response.status {
    case 200 where request.isValid(response):
      let freshness = Freshness(response, to: request, now: now)
      self = freshness.isStorable ? .store(freshUntil: freshness.until) : .remove
    case 404, 410: self = .remove
    case 429, 500...599: self = .useStored
    default: self = .ignore
    }
  }

  /// Whether a conditional request may have failed because of its conditions, so that it is sent again without them.
  static func mayRefuseConditions(_ result: Result<HTTPResponse, HTTPError>) -> Bool {
    switch result {
    case .success(let response): [400, 412, 413, 414, 431].contains(response.status)
    case .failure(let error): [.malformed, .invalidRequest].contains(error.reason)
    }
  }

  /// Whether a network failure leads to the stored response, if there is one and the request allows it.
  static func usesStored(after error: HTTPError) -> Bool {
    [.unreachable, .timeout, .unavailable].contains(error.reason)
  }
}

private struct Freshness {
  var isStorable = true
  /// In seconds since 1970; the time of arrival if the service does not say. `Last-Modified` is no heuristic here.
  var until: Int

  init(_ response: HTTPResponse, to request: HTTPRequest, now: Int) {
    until = now
    var maximumAge: Int?
    var needsRevalidation = false
    for directive in Self.list(response, "cache-control") {
      let parts = directive.split(separator: "=", maxSplits: 1).map { Self.trim($0) }
      switch parts.first {
      case "no-store": isStorable = false
      case "no-cache": needsRevalidation = true
      case "max-age":
        // The first one counts, and a value that is not a number means zero (RFC 9111, 4.2.1).
        let text = parts.count == 2 ? parts[1].filter { $0 != "\"" } : ""
        maximumAge = maximumAge ?? DeltaSeconds.parse(text) ?? 0
      // `private` allows a user's own cache. `must-revalidate` changes nothing: stale responses are marked.
      default: break
      }
    }
    let vary = Self.list(response, "vary")
    let secretNames = request.secrets.headers.map { $0.name.lowercased() }
    if vary.contains(where: secretNames.contains) { isStorable = false }
    // `*` never matches another request (RFC 9111, 4.1), but the response can be used if the service is unreachable.
    if vary.contains("*"), !request.ignoresVary { needsRevalidation = true }

    guard !needsRevalidation else { return }
    let lifetime: Int
    if let maximumAge {
      lifetime = maximumAge
    } else if let expires = response["expires"] {
      // Compared with the service's clock, which may be as wrong as ours.
      let date = response["date"].flatMap(HTTPDate.parse) ?? now
      lifetime = (HTTPDate.parse(expires) ?? date) - date
    } else {
      lifetime = 0
    }
    let age = response["age"].flatMap { DeltaSeconds.parse($0) } ?? 0
    until = now + min(max(lifetime - age, 0), CachePolicy.maximumLifetime)
  }

  /// The elements of a list field in lowercase. The field may be repeated.
  private static func list(_ response: HTTPResponse, _ name: String) -> [String] {
    response.headers.filter { $0.name == name }.flatMap { $0.value.split(separator: ",") }.map { trim($0).lowercased() }
  }

  private static func trim(_ text: Substring) -> String { String(text.trimming { $0 == " " || $0 == "\t" }) }
}
