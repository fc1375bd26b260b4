/// HTML character references, which services use in what they call plain text.
public enum HTMLEntities {
  /// Decodes references such as `&amp;` and `&#x27;` once. Unknown ones stay; an invalid character becomes U+FFFD.
  public static func decode(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard var ampersand = bytes.firstIndex(of: UInt8(ascii: "&")) else { return text }
    var decoded = Array(bytes[..<ampersand])
    decoded.reserveCapacity(bytes.count)
    var position = ampersand
    while position < bytes.count {
      ampersand = position
      // Bounded, so that a text full of ampersands takes linear time.
      let lookahead = bytes[(ampersand + 1)...].prefix(longestReference)
      if bytes[ampersand] == UInt8(ascii: "&"), let end = lookahead.firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(for: bytes[(ampersand + 1)..<end])
      {
        decoded += String(scalar).utf8
        position = end + 1
      } else {
        decoded.append(bytes[ampersand])
        position += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// In bytes, from after the ampersand to after the semicolon.
  private static let longestReference = 16

  private static func scalar(for reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: reference, as: UTF8.self)
    guard name.utf8.first == UInt8(ascii: "#") else { return named[name].flatMap(Unicode.Scalar.init) }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? digits.dropFirst() : digits
    // `UInt32.init` alone would accept a sign.
    guard let first = number.first, first.isHexDigit, let value = UInt32(number, radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    // HTML defines 0x80 to 0x9F as in Windows-1252.
    if (0x80..<0xA0).contains(value) { return Unicode.Scalar(windows[Int(value) - 0x80]) }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The characters 0x80 to 0x9F of Windows-1252.
  private static let windows: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The names of the Latin-1 characters from U+00A0, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let others: [String: UInt32] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160,
    "scaron": 0x161, "Yuml": 0x178, "fnof": 0x192, "circ": 0x2C6, "tilde": 0x2DC, "ensp": 0x2002, "emsp": 0x2003,
    "thinsp": 0x2009, "ndash": 0x2013, "mdash": 0x2014, "lsquo": 0x2018, "rsquo": 0x2019, "sbquo": 0x201A,
    "ldquo": 0x201C, "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020, "Dagger": 0x2021, "bull": 0x2022,
    "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032, "Prime": 0x2033, "lsaquo": 0x2039, "rsaquo": 0x203A,
    "euro": 0x20AC, "trade": 0x2122, "larr": 0x2190, "rarr": 0x2192, "infin": 0x221E, "hearts": 0x2665,
  ]

  private static let named: [String: UInt32] = {
    let names = latin.split { $0 == " " || $0 == "\n" }.enumerated()
    return others.merging(names.map { (String($1), UInt32(0xA0 + $0)) }) { other, _ in other }
  }()
}
