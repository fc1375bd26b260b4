import JSON
import Platform

/// `<catalog>:<native id>`, as in `builtin:tt6751668`: which catalog knows the movie, and under what name.
public struct MovieID: Hashable, Sendable, CustomStringConvertible {
  public let catalog: String
  public let native: String

  /// Joins two halves that are known to be well formed: they are not checked.
  public init(catalog: String, native: String) {
    self.catalog = catalog
    self.native = native
  }

  /// The longest id that is read, in UTF-8 bytes.
  public static let maximumBytes = 256

  /// Nil where the text is no such pair: a catalog's name of lowercase letters and digits, a colon, and at least one
  /// character, none of them a space or a control character.
  public init?(_ text: String) {
    let utf8 = text.utf8
    guard utf8.count <= Self.maximumBytes, let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let catalog = utf8[..<colon]
    let native = utf8[utf8.index(after: colon)...]
    guard !catalog.isEmpty, !native.isEmpty,
      catalog.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit }),
      text[native.startIndex...].unicodeScalars.allSatisfy(Self.isVisible)
    else { return nil }
    self.init(catalog: String(decoding: catalog, as: UTF8.self), native: String(decoding: native, as: UTF8.self))
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
  }

  /// By code points, as the store compares them, and not by how they look.
  public static func == (left: MovieID, right: MovieID) -> Bool {
    left.native.isSame(as: right.native) && left.catalog.isSame(as: right.catalog)
  }

  public var description: String { "\(catalog):\(native)" }
}
