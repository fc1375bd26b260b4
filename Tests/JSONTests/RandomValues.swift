import JSON
import TestSupport

extension JSON {
  static func random(depth: Int, using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2, 3: return .number(randomNumber(using: &random))
    case 4, 5: return .string(randomString(using: &random))
    case 6, 7:
      return .array((0..<Int.random(in: 0..<6, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      return .object(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          Member(randomString(using: &random), .random(depth: depth - 1, using: &random))
        })
    }
  }

  private static func randomNumber(using random: inout SeededGenerator) -> String {
    func digits(_ count: Range<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    var text = Bool.random(using: &random) ? "-" : ""
    text += Bool.random(using: &random) ? "0" : String(Int.random(in: 1...9, using: &random)) + digits(0..<25)
    if Bool.random(using: &random) { text += "." + digits(1..<25) }
    if Bool.random(using: &random) {
      text += ["e", "E", "e+", "E+", "e-", "E-"].randomElement(using: &random)! + digits(1..<5)
    }
    return text
  }

  private static func randomString(using random: inout SeededGenerator) -> String {
    // Weighted by interest and not by size: scalars that are escaped, and those of 1, 2, 3 and 4 bytes.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7F, 0x22...0x22, 0x5C...0x5C, 0x80...0xFF, 0x300...0x36F, 0x2020...0x2030, 0xAC00...0xD7FF,
      0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
    ]
    var string = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let value = UInt32.random(in: ranges.randomElement(using: &random)!, using: &random)
      string.unicodeScalars.append(Unicode.Scalar(value)!)
    }
    return string
  }

  /// The value's text with random white space wherever JSON allows it.
  func spacedText(using random: inout SeededGenerator) -> String {
    func space() -> String {
      (0..<Int.random(in: 0..<3, using: &random)).map { _ in [" ", "\t", "\r", "\n"].randomElement(using: &random)! }
        .joined()
    }
    let text =
      switch self {
      case .null, .bool, .number, .string, .illFormedString:
        jsonText
      case .array(let values):
        "[" + space() + values.map { $0.spacedText(using: &random) }.joined(separator: ",") + "]"
      case .object(let members):
        "{" + space()
          + members.map { member in
            space() + JSON.string(member.name).jsonText + space() + ":" + member.value.spacedText(using: &random)
          }.joined(separator: ",") + "}"
      }
    return space() + text + space()
  }
}
