/// A place in a document as clients of LSP give it: from 0, the character in units of the negotiated encoding.
public struct Position: Hashable, Sendable, Comparable {
  public var line: Int
  public var character: Int

  public init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  public static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// The unit in which characters of a line are counted. Raw values are LSP's names.
public enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The units of the scalar whose UTF-8 begins with this byte.
  func units(_ lead: UInt8) -> Int {
    switch self {
    case .utf8: KeystrokeEncoding.length(ofScalarWithLead: lead)
    case .utf16: lead >= 0xF0 ? 2 : 1
    case .utf32: 1
    }
  }
}

/// Converts between the bytes and the units of one line, in ascending order: all conversions together read the line
/// once. A place before the last one starts again.
public struct LineRuler {
  private let line: ArraySlice<UInt8>
  private let encoding: PositionEncoding
  private var bytes = 0
  private var units = 0

  /// - Parameter line: valid UTF-8, without its end.
  public init(_ line: ArraySlice<UInt8>, _ encoding: PositionEncoding) { (self.line, self.encoding) = (line, encoding) }

  /// The units before a byte of the line, given from its start.
  public mutating func character(atByte byte: Int) -> Int {
    if byte < bytes { (bytes, units) = (0, 0) }
    while bytes < byte, bytes < line.count { advance() }
    return units
  }

  /// The byte, from the line's start, at which a character begins. A place inside a character is that of its beginning,
  /// and one behind the line is its end.
  public mutating func byte(atCharacter character: Int) -> Int {
    if character < units { (bytes, units) = (0, 0) }
    while bytes < line.count, units + encoding.units(lead) <= character { advance() }
    return bytes
  }

  private var lead: UInt8 { line[line.startIndex + bytes] }

  private mutating func advance() {
    let lead = lead
    units += encoding.units(lead)
    bytes += KeystrokeEncoding.length(ofScalarWithLead: lead)
  }
}
