/// The base letters of ligatures and of Latin letters with diacritics, by the Unicode Character Database and common
/// spelling (`ß` ss). The standard library has no public decomposition, and Foundation would double the binary.
enum LatinLetters {
  /// The base letters in lowercase; nil if the table does not have the scalar.
  static func base(of scalar: Unicode.Scalar) -> String.UTF8View? {
    let entry: String =
      switch scalar.value {
      case 0xC0...0x17F: latin1AndExtendedA[Int(scalar.value) - 0xC0]
      case 0x180...0x24F: extendedB[Int(scalar.value) - 0x180]
      case 0x1E00...0x1EFF: extendedAdditional[Int(scalar.value) - 0x1E00]
      case 0xFB00...0xFB06: ligatures[Int(scalar.value) - 0xFB00]
      default: "-"
      }
    return entry == "-" ? nil : entry.utf8
  }

  /// U+00C0 to U+017F; `-` if the scalar has no entry.
  private static let latin1AndExtendedA = entries(
    """
    a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th ss \
    a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y \
    a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g \
    g g g g h h h h i i i i i i i i i i ij ij j j k k k l l l l l l l \
    l l l n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s \
    s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
    """)

  /// U+0180 to U+024F.
  private static let extendedB = entries(
    """
    b - - - - - - - - - - - - - - - - - - - - - - i - - l - - - - - \
    o o - - - - - - - - - - - - - u u - - - - z z - - - - - - - - - \
    - - - - dz dz dz lj lj lj nj nj nj a a i i o o u u u u u u u u u u - a a \
    a a ae ae g g g g k k o o o o - - j dz dz dz g g - - n n a a ae ae o o \
    a a a a e e e e i i i i o o o o r r r r u u u u s s t t - - h h \
    - - - - - - a a e e o o o o o o o o y y - - - - - - a c c l t - \
    - - - b - - e e j j - - r r y y
    """)

  /// U+1E00 to U+1EFF.
  private static let extendedAdditional = entries(
    """
    a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f \
    g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m \
    m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r \
    s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v \
    w w w w w w w w w w x x x x y y z z z z z z h t w y a s s s ss - \
    a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e \
    e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o \
    o o o o u u u u u u u u u u u u u u y y y y y y y y - - - - - -
    """)

  /// U+FB00 to U+FB06.
  private static let ligatures = entries("ff fi fl ffi ffl st st")

  private static func entries(_ table: String) -> [String] { table.split(separator: " ").map(String.init) }
}
