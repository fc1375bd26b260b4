import Platform

/// An HTTP or HTTPS URL whose parts that decide where it leads have been checked (RFC 3986, 3.2).
public struct WebAddress {
  /// Not empty, without user information; in a notation that may be unusual, such as `0x7f.1`.
  public let host: String

  /// Nil for another scheme, no host, user information, an impossible port or character. Beyond ASCII all may stand.
  public init?(_ url: String) {
    let bytes = url.utf8
    guard bytes.count <= CleanText.maximumLine, bytes.allSatisfy(Self.isAllowed),
      CleanText.isClean(bytes) || CleanText.line(url) == url, let scheme = Self.scheme(of: bytes)
    else { return nil }
    let authority = bytes.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    guard !authority.contains(UInt8(ascii: "@")) else { return nil }
    let end: String.UTF8View.Index
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = authority.index(after: bracket)
      host = String(Substring(authority[authority.index(after: authority.startIndex)..<bracket]))
      var address = in6_addr()
      guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
    } else {
      end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
      host = String(Substring(authority[..<end]))
      guard Self.isName(host.utf8) else { return nil }
    }
    let port = authority[end...]
    guard port.isEmpty || Self.isPort(port) else { return nil }
  }

  private static func scheme(of url: String.UTF8View) -> String? {
    ["https://", "http://"].first { scheme in
      // A letter differs from its capital in one bit, and the other characters have it already.
      url.count >= scheme.utf8.count && zip(scheme.utf8, url).allSatisfy { $0 == $1 | 0x20 }
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"),
      UInt8(ascii: "`"):
      false
    default: true
    }
  }

  /// Whether the text is a host name or an IPv4 address in any notation.
  private static func isName(_ host: String.UTF8View) -> Bool {
    (1...253).contains(host.count) && host.first != UInt8(ascii: ".")
      && host.contains { $0.isASCIIAlphanumeric || $0 >= 0x80 }
      && host.allSatisfy { $0.isASCIIAlphanumeric || $0 >= 0x80 || "-._".utf8.contains($0) }
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst()
    guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCIIDigit }) else {
      return false
    }
    return Int(String(Substring(digits))).map { (1...65_535).contains($0) } ?? false
  }
}
