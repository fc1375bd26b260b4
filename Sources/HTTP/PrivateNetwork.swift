import CCurl

/// Hosts that are not on the public internet: this machine, and private and local networks.
public enum PrivateNetwork {
  /// Whether a name, or an address without brackets, says that it is there. A name for a private address need not.
  public static func contains(host: String) -> Bool {
    // A final dot only says that a name is complete, and curl drops it from an address.
    let host = String(Substring(host.utf8.trimming { $0 == UInt8(ascii: ".") }))
    if containsAddress(host) { return true }
    var labels = host.lowercased().split(separator: ".")
    guard let last = labels.popLast(), let before = labels.last else { return parse(host) == nil }
    return ["localhost", "local", "internal", "lan", "home"].contains(last) || last.hasPrefix("localdomain")
      || (before, last) == ("home", "arpa")
  }

  /// Whether the text is an address, in any notation, of this machine or of a private network.
  static func containsAddress(_ text: String) -> Bool { parse(text) == false }

  private static func parse(_ text: String) -> Bool? {
    var ipv4 = in_addr()
    // Like the resolver, accepts `127.1`, `0x7f000001` and `2130706433` too.
    if inet_aton(text, &ipv4) != 0 { return is_public_ipv4(UInt32(bigEndian: ipv4.s_addr)) }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &ipv6) == 1 else { return nil }
    return withUnsafeBytes(of: &ipv6) { is_public_ipv6($0.bindMemory(to: UInt8.self).baseAddress) }
  }
}
