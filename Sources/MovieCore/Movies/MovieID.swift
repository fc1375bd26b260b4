import Platform

/// A movie's id, such as `builtin:tt6751668`: the name of its catalog, and its id in that catalog.
public struct MovieID: Hashable, Sendable, CustomStringConvertible {
  /// The name of the catalog: lowercase letters and digits.
  public let catalog: String
  /// The movie's id in that catalog.
  public let native: String

  /// Joins two parts without checking them; they must be well formed.
  public init(catalog: String, native: String) { (self.catalog, self.native) = (catalog, native) }

  /// The maximum length of an id, in UTF-8 bytes.
  public static let maximumBytes = 256

  /// Parses an id: lowercase letters and digits for the catalog, a colon, and at least one character, none of which is
  /// white space or a control character, also of the direction of writing. Nil if the text has another form.
  public init?(_ text: String) {
    var text = text
    let id = text.withUTF8 { utf8 -> MovieID? in
      guard utf8.count <= Self.maximumBytes, let colon = utf8.firstIndex(of: UInt8(ascii: ":")),
        colon > 0, colon + 1 < utf8.count, utf8[..<colon].allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit })
      else { return nil }
      let native = String(decoding: utf8[(colon + 1)...], as: UTF8.self)
      guard utf8[colon...].allSatisfy(\.isASCIIGraphic) || native.unicodeScalars.allSatisfy(Self.isVisible) else {
        return nil
      }
      return MovieID(catalog: String(decoding: utf8[..<colon], as: UTF8.self), native: native)
    }
    guard let id else { return nil }
    self = id
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
    return !scalar.properties.isWhitespace && !scalar.isControl && !scalar.isDirectionControl
  }

  /// Compares by code points, like the store, and not by canonical equivalence.
  public static func == (left: MovieID, right: MovieID) -> Bool {
    left.native.isSame(as: right.native) && left.catalog.isSame(as: right.catalog)
  }

  /// The form that clients use: `builtin:tt6751668`.
  public var description: String { "\(catalog):\(native)" }
}

extension MovieID: JSONEncodable {
  /// Writes the id as one string.
  public func encode(to writer: inout JSONWriter) { writer.value(description) }
}

extension JSONSchema {
  /// The JSON Schema of an id. Its pattern is necessary but not sufficient: it allows control characters.
  public static let movieID = string(pattern: #"^[a-z0-9]+:\S+$"#, maxLength: MovieID.maximumBytes)
}

extension JSONType<MovieID> {
  /// A string that `MovieID` can parse.
  public static var movieID: JSONType {
    JSONType(.movieID, "a movie id of the form catalog:native") { $0.string.flatMap(MovieID.init) }
  }
}
