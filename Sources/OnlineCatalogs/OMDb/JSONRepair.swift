import JSON
import Platform

/// Makes JSON of what OMDb sends in its place: it puts its texts between quotes without escaping them.
///
/// Only for what a strict parser has refused; what comes out goes through that parser again, and may be refused again.
/// Where a text looks exactly like the end of itself the guess may be wrong: then a member's text is, never the process.
enum JSONRepair {
  /// In strings, control characters become spaces, backslashes that begin no escape are escaped, and so are quotes
  /// that do not end the string. Invalid UTF-8 becomes U+FFFD. Takes time in proportion to the length.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var repair = Repair(source: Array(String(decoding: bytes, as: UTF8.self).utf8))
    return repair.run()
  }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

private struct Repair {
  let source: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  /// The longest name of a member, and the most white space, that is looked over to tell a string's end. Bounded, so
  /// that a text full of quotes takes no longer than any other.
  private static let reach = 64

  init(source: [UInt8]) {
    self.source = source
    output.reserveCapacity(source.count + 16)
  }

  mutating func run() -> [UInt8] {
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

  /// From behind the opening quote to behind the closing one.
  private mutating func string(isValue: Bool) {
    while position < source.count {
      let byte = source[position]
      switch byte {
      case quote:
        position += 1
        // A name, or an element of an array, ends at its first quote: OMDb makes both itself, without a text in them.
        guard isValue, !isEnd(position) else {
          output.append(quote)
          return
        }
        // Some of its quotes come escaped twice.
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

  /// At a backslash.
  private mutating func escape() {
    let next = byte(at: position + 1)
    switch next {
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(at: position) else { return double() }
      let isPair = (0xD800..<0xDC00).contains(unit) && (0xDC00..<0xE000).contains(codeUnit(at: position + 6) ?? 0)
      if isPair {
        copy(12)
      } else if (0xD800..<0xE000).contains(unit) {
        output += Array("\\ufffd".utf8)
        position += 6
      } else {
        copy(6)
      }
    case UInt8(ascii: "'"):
      output.append(UInt8(ascii: "'"))
      position += 2
    case .some(let letter) where #""\/bfnrt"#.utf8.contains(letter): copy(2)
    default: double()
    }
  }

  private mutating func double() {
    output += [backslash, backslash]
    position += 1
  }

  private mutating func copy(_ count: Int) {
    output += source[position..<(position + count)]
    position += count
  }

  /// The value of `\uXXXX` at an index.
  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 6 <= source.count, source[index] == backslash, source[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var value: UInt32 = 0
    for byte in source[(index + 2)..<(index + 6)] {
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Whether what is behind a quote can only be behind a member's value: another member, or the end of the object.
  private func isEnd(_ index: Int) -> Bool {
    let next = skippingSpace(index)
    switch byte(at: next) {
    case nil: return true
    case UInt8(ascii: "}"):
      let behind = skippingSpace(next + 1)
      switch byte(at: behind) {
      case nil, UInt8(ascii: "}"), UInt8(ascii: "]"): return true
      case UInt8(ascii: ","): return [UInt8(ascii: "{"), quote].contains(byte(at: skippingSpace(behind + 1)))
      default: return false
      }
    case UInt8(ascii: ","):
      let name = skippingSpace(next + 1)
      guard byte(at: name) == quote else { return false }
      let letters = source[(name + 1)...].prefix(Self.reach).prefix { isNamePart($0) }
      guard !letters.isEmpty, byte(at: letters.endIndex) == quote else { return false }
      return byte(at: skippingSpace(letters.endIndex + 1)) == UInt8(ascii: ":")
    default: return false
    }
  }

  private func skippingSpace(_ index: Int) -> Int {
    guard index < source.count else { return index }
    return index + source[index...].prefix(Self.reach).prefix { $0.isJSONWhitespace }.count
  }

  private func byte(at index: Int) -> UInt8? { index < source.count ? source[index] : nil }

  private func isNamePart(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }
}
