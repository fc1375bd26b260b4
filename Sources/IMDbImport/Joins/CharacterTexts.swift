import JSON

/// Makes one text of a credit's JSON array: `["Bruce Wayne","Batman"]` becomes `Bruce Wayne / Batman`.
struct CharacterTexts: ~Copyable {
  private var buffer: [UInt8] = []
  /// A text that was added, by the low bits of its hash. Many films have the same character, such as `Self`.
  private var recent = [FilmTables.Text](repeating: 0, count: 1 << 16)

  /// Returns the position of the text, which is 0 if there are no characters; nil if the field is malformed.
  mutating func add(_ field: Field, to texts: inout FilmTables.TextPool) throws(ImportError) -> FilmTables.Text? {
    if field.isMissing { return 0 }
    guard field.isText, decode(field) else { return nil }
    if buffer.mayBeUnclean { buffer = Array(buffer.cleanLine.utf8) }
    if buffer.isEmpty { return 0 }
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

  private mutating func decode(_ field: Field) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    if memchr(field.start, Int32(UInt8(ascii: "\\")), field.count) != nil {
      guard let texts = (try? JSON.parse(UnsafeRawBufferPointer(field.bytes)))?.array?.map(\.string),
        !texts.contains(nil)
      else { return false }
      buffer += texts.compactMap(\.self).joined(separator: " / ").utf8
      return true
    }
    // Without escapes, every second part between quotes is a string.
    let parts = field.bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    if parts.count == 1 { return parts[0].elementsEqual("[]".utf8) }
    for (index, part) in parts.enumerated() {
      switch index {
      case 0: if !part.elementsEqual("[".utf8) { return false }
      case parts.count - 1: if index % 2 == 1 || !part.elementsEqual("]".utf8) { return false }
      case _ where index % 2 == 1: buffer += part
      default:
        if !part.elementsEqual(",".utf8) { return false }
        buffer += " / ".utf8
      }
    }
    return true
  }
}
