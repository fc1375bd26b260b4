import Platform

/// An HTTP or HTTPS URL whose parts that decide where it leads have been checked (RFC 3986, 3.2).
public struct WebAddress {
  /// Not empty, without user information; in a notation that may be unusual, such as `0x7f.1`.
  public let host: String

  /// Nil for another scheme, no host, user information, an impossible port or character. Beyond ASCII all may stand.
  public init?(_ url: String) {
    var url = url
    guard CleanText.isClean(url.utf8) || CleanText.line(url) == url, let host = url.withUTF8(Self.host) else {
      return nil
    }
    self.host = host
  }

  /// Whether bytes of UTF-8 that `CleanText` would not change are such a URL.
  public static func isValid(_ url: UnsafeBufferPointer<UInt8>) -> Bool { host(of: url) != nil }

  private static func host(of url: UnsafeBufferPointer<UInt8>) -> String? {
    guard url.count <= CleanText.maximumLine, url.allSatisfy(isAllowed),
      let scheme = ["https://" as StaticString, "http://"].first(where: { hasPrefix($0, url) })
    else { return nil }
    let authority = url[scheme.utf8CodeUnitCount...].prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    guard !authority.contains(UInt8(ascii: "@")) else { return nil }
    let end: Int
    let host: String
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = bracket + 1
      host = String(decoding: authority.dropFirst()[..<bracket], as: UTF8.self)
      var address = in6_addr()
      guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
    } else {
      end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
      guard isName(authority[..<end]) else { return nil }
      host = String(decoding: authority[..<end], as: UTF8.self)
    }
    return end == authority.endIndex || isPort(authority[end...]) ? host : nil
  }

  private static func hasPrefix(_ scheme: StaticString, _ url: UnsafeBufferPointer<UInt8>) -> Bool {
    // A letter differs from its capital in one bit, and the other characters have it already.
    url.count >= scheme.utf8CodeUnitCount
      && scheme.withUTF8Buffer { zip($0, url).allSatisfy { $0 == $1 | 0x20 } }
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
  private static func isName(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    (1...253).contains(host.count) && host.first != UInt8(ascii: ".")
      && host.contains { $0.isASCIIAlphanumeric || $0 >= 0x80 }
      && host.allSatisfy { $0.isASCIIAlphanumeric || $0 >= 0x80 || "-._".utf8.contains($0) }
  }

  private static func isPort(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let digits = text.dropFirst()
    guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCIIDigit }) else {
      return false
    }
    return (1...65_535).contains(digits.reduce(0) { $0 * 10 + Int($1 & 15) })
  }
}
