/// What an answer's header says about keeping it (RFC 9111), for a cache of one user.
struct CachePolicy: Equatable {
  /// Whether the answer may be written down at all.
  var mayBeKept = true
  /// Until when it needs no question, in seconds since 1970; the moment of its coming where the service says nothing.
  ///
  /// There is no guessing by `Last-Modified`: asking whether something has changed is cheap.
  var freshUntil: Int

  /// - Parameters:
  ///   - request: its secrets may be what an answer varies by, and are not in the key that it is kept under.
  ///   - now: seconds since 1970.
  init(_ response: HTTPResponse, to request: HTTPRequest, now: Int) {
    freshUntil = now
    var maximumAge: Int?
    var isToBeAsked = false
    for directive in Self.list(response, "cache-control") {
      let parts = directive.split(separator: "=", maxSplits: 1).map { Self.trim($0) }
      switch parts.first {
      case "no-store": mayBeKept = false
      case "no-cache": isToBeAsked = true
      case "max-age":
        // The first counts, and what is no number means none (RFC 9111, 4.2.1).
        let text = parts.count == 2 ? parts[1].filter { $0 != "\"" } : ""
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        maximumAge = maximumAge ?? (isNumber ? Int(text) ?? .max : 0)
      // `private` allows a user's own cache, `s-maxage` is for shared ones; `must-revalidate` makes no difference,
      // since what is given without asking the service is marked as stale.
      default: break
      }
    }
    let vary = Self.list(response, "vary")
    let secretNames = request.secrets.headers.map { $0.name.lowercased() }
    if vary.contains(where: secretNames.contains) { mayBeKept = false }
    // It never stands for itself (RFC 9111, 4.1), but serves for when the service cannot be asked.
    if vary.contains("*") { isToBeAsked = true }

    guard !isToBeAsked else { return }
    let lifetime: Int
    if let maximumAge {
      lifetime = maximumAge
    } else if let expires = response["expires"] {
      // Measured by the service's clock, which may go wrong as much as ours.
      let date = response["date"].flatMap(HTTPDate.parse) ?? now
      lifetime = (HTTPDate.parse(expires) ?? date) - date
    } else {
      lifetime = 0
    }
    let age = response["age"].flatMap { Int($0) } ?? 0
    freshUntil = now + min(max(lifetime - max(age, 0), 0), Self.longestLifetime)
  }

  /// RFC 9111 takes a year for "always".
  private static let longestLifetime = 365 * 86_400

  /// The elements of a field that is a list, which may have come in several lines; in lowercase.
  private static func list(_ response: HTTPResponse, _ name: String) -> [String] {
    response.headers.filter { $0.name == name }.flatMap { $0.value.split(separator: ",") }.map { trim($0).lowercased() }
  }

  private static func trim(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
  }
}
