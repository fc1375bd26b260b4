/// Repairs OMDb's JSON, in which quotes and backslashes are not escaped, after a strict parser has rejected it.
struct JSONRepair {
  private let source: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  /// The longest name and space that are considered at the end of a string, so that many quotes take no longer.
  private static let lookahead = 64

  /// Escapes stray backslashes and quotes inside strings; control characters become spaces. Takes linear time.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var repair = JSONRepair(source: Array(String(decoding: bytes, as: UTF8.self).utf8))
    return repair.run()
  }

  private init(source: [UInt8]) {
    self.source = source
    output.reserveCapacity(source.count + 16)
  }

  private mutating func run() -> [UInt8] {
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var last: UInt8?
    while position < source.count {
      let byte = source[position]
      position += 1
      output.append(byte)
      if byte == quote { string(isValue: last == UInt8(ascii: ":")) }
      if !byte.isJSONWhitespace { last = byte }
    }
    return output
  }

  private mutating func string(isValue: Bool) {
    while position < source.count {
      let byte = source[position]
      switch byte {
      case quote:
        position += 1
        // A name or an array element ends at its first quote: OMDb generates both, and they contain no text.
        guard isValue, !isEnd(position) else {
          output.append(quote)
          return
        }
        // OMDb escapes some quotes twice.
        if output.last == backslash, output[output.count - 2] == backslash { output.removeLast(2) }
        output += [backslash, quote]
      case backslash: escape()
      case 0..<0x20:
        output.append(0x20)
        position += 1
      default:
        output.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape() {
    let next = byte(at: position + 1)
    let digits = source[min(position + 2, source.count)...].prefix(4)
    if next == UInt8(ascii: "'") {
      output.append(UInt8(ascii: "'"))
      position += 2
    } else if let next,
      #""\/bfnrt"#.utf8.contains(next)
        || next == UInt8(ascii: "u") && digits.count == 4 && digits.allSatisfy(\.isASCIIHexDigit)
    {
      output += [backslash, next]
      position += 2
    } else {
      output += [backslash, backslash]
      position += 1
    }
  }

  /// Whether the text after a quote can only follow a member's value: it is another member or the end of the object.
  private func isEnd(_ index: Int) -> Bool {
    let next = skippingSpace(index)
    switch byte(at: next) {
    case nil: return true
    case UInt8(ascii: "}"):
      let following = skippingSpace(next + 1)
      switch byte(at: following) {
      case nil, UInt8(ascii: "}"), UInt8(ascii: "]"): return true
      case UInt8(ascii: ","): return [UInt8(ascii: "{"), quote].contains(byte(at: skippingSpace(following + 1)))
      default: return false
      }
    case UInt8(ascii: ","):
      let name = skippingSpace(next + 1)
      guard byte(at: name) == quote else { return false }
      let key = source[(name + 1)...].prefix(Self.lookahead)
        .prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      guard !key.isEmpty, byte(at: key.endIndex) == quote else { return false }
      return byte(at: skippingSpace(key.endIndex + 1)) == UInt8(ascii: ":")
    default: return false
    }
  }

  private func skippingSpace(_ index: Int) -> Int {
    guard index < source.count else { return index }
    return index + source[index...].prefix(Self.lookahead).prefix { $0.isJSONWhitespace }.count
  }

  private func byte(at index: Int) -> UInt8? { index < source.count ? source[index] : nil }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
