import CatalogImage
import Platform

/// Turns the characters of a credit, a JSON array of strings, into one text: `["Bruce Wayne","Batman"]` into
/// `Bruce Wayne / Batman`.
struct CharacterTexts: ~Copyable {
  private var buffer: [UInt8] = []
  /// A text that was added, by the low bits of its hash. Many films have the same character, such as `Self`.
  private var recent = [FilmTables.Text](repeating: 0, count: 1 << 16)

  /// Returns the position of the text, which is 0 if there are no characters; nil if the field is malformed.
  mutating func add(_ field: Field, to texts: inout FilmTables.TextPool) throws(ImportError) -> FilmTables.Text? {
    if field.isMissing { return 0 }
    guard field.isText, decode(field) else { return nil }
    let slot = hash() & (recent.count - 1)
    if isBuffer(recent[slot], in: texts) { return recent[slot] }
    guard let text = buffer.withUnsafeBufferPointer({ texts.add($0) }) else { throw .tooMuchText }
    recent[slot] = text
    return text
  }

  private func hash() -> Int {
    let hash = StableHash.word(buffer)
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  private func isBuffer(_ text: FilmTables.Text, in texts: borrowing FilmTables.TextPool) -> Bool {
    let start = Int(text)
    let end = start + buffer.count
    guard text != 0, end < texts.bytes.count, texts.bytes[end] == 0 else { return false }
    return texts.bytes.withUnsafeBufferPointer { memcmp($0.baseAddress! + start, buffer, buffer.count) == 0 }
  }

  // MARK: JSON

  /// Puts the strings into the buffer. Returns false if the field is not an array of strings.
  private mutating func decode(_ field: Field) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    let bytes = field.bytes
    var index = 1
    let end = bytes.count - 1
    guard end >= 1, bytes[0] == UInt8(ascii: "["), bytes[end] == UInt8(ascii: "]") else { return false }
    if index == end { return true }
    while true {
      guard bytes[index] == UInt8(ascii: "\""), decodeString(bytes, &index, end) else { return false }
      if index == end { return true }
      guard bytes[index] == UInt8(ascii: ","), index + 1 < end else { return false }
      index += 1
      buffer += " / ".utf8
    }
  }

  /// Decodes the string at the index, which moves behind its end.
  private mutating func decodeString(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
    index += 1
    while index < end {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte != UInt8(ascii: "\\") {
        buffer.append(byte)
      } else if !decodeEscape(bytes, &index, end) {
        return false
      }
    }
    return false
  }

  /// Decodes an escape after its backslash. Control characters become spaces.
  private mutating func decodeEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
    guard index < end else { return false }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      buffer.append(UInt8(ascii: " "))
    case UInt8(ascii: "u"):
      guard var value = Self.codeUnit(bytes, &index, end) else { return false }
      if 0xD800...0xDBFF ~= value, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        guard let low = Self.codeUnit(bytes, &index, end) else { return false }
        // Two halves of a pair, or two that are no character.
        value = 0xDC00...0xDFFF ~= low ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      buffer += String(Character(scalar.value < 0x20 ? " " : scalar)).utf8
    default: return false
    }
    return true
  }

  /// Decodes four hexadecimal digits.
  private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int) -> UInt32? {
    guard index + 4 <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }
}
