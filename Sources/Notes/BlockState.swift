/// What the lines before a line say about it: whether it is code.
struct BlockState: Hashable, Sendable {
  private enum Block: Hashable {
    case none
    /// Between fences of backticks or tildes, or lines of `----` or `....`, of this byte.
    case fence(UInt8)
    /// Between `#+begin_src` and `#+end_src`.
    case org
    /// Indented below a line that ends with `::`.
    case literal
  }

  private var block = Block.none
  /// The length of the fence, or the indentation of the line above a literal block.
  private var length: UInt8 = 0
  private var isQuoted = false
  /// The line before is empty or indented code; the line is in a list.
  private var (followsBlank, isInList) = (true, false)

  /// Advances over a line, and returns whether the line is code or limits it.
  mutating func advance(over line: UnsafeBufferPointer<UInt8>, _ markup: Markup) -> Bool {
    let (indent, start, isQuoted) = Self.margin(line)
    let text = UnsafeBufferPointer(rebasing: line[start...])
    if block != .none {
      if block == .literal, !text.isEmpty, indent <= Int(length) {
        block = .none
      } else if self.isQuoted, !isQuoted {
        // A quotation ends its blocks.
        block = .none
      } else {
        if ends(text) { block = .none }
        return true
      }
    }
    self.isQuoted = isQuoted
    if opens(text, indent, markup) { return true }
    return isIndentedCode(text, indent, markup)
  }

  /// The columns of white space at the beginning, the first byte after them and after marks of quotations.
  private static func margin(_ line: UnsafeBufferPointer<UInt8>) -> (indent: Int, start: Int, isQuoted: Bool) {
    var (indent, index, isQuoted) = (0, 0, false)
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: " "): indent += 1
      case UInt8(ascii: "\t"): indent += 4
      case UInt8(ascii: ">"): (indent, isQuoted) = (0, true)
      default: return (indent, index, isQuoted)
      }
      index += 1
    }
    return (indent, index, isQuoted)
  }

  private func ends(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch block {
    case .none, .literal: return false
    case .org: return Self.has(text, prefix: "#+end")
    case .fence(let mark):
      let run = text.prefix { $0 == mark }.count
      let isLongEnough = "`~".utf8.contains(mark) ? run >= Int(length) : min(run, 255) == Int(length)
      return isLongEnough && text[run...].allSatisfy(\.isASCIIWhitespace)
    }
  }

  private mutating func opens(_ text: UnsafeBufferPointer<UInt8>, _ indent: Int, _ markup: Markup) -> Bool {
    guard let first = text.first else { return false }
    func open(_ block: Block, _ length: Int) {
      self.block = block
      self.length = UInt8(min(length, 255))
    }
    switch first {
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      let run = text.prefix { $0 == first }.count
      // Backticks behind the run would make it inline code.
      guard run >= 3, first == UInt8(ascii: "~") || !text[run...].contains(first) else { return false }
      open(.fence(first), run)
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      guard markup == .asciiDoc, text.count >= 4, text.allSatisfy({ $0 == first }) else { break }
      open(.fence(first), text.count)
      return true
    case UInt8(ascii: "#"):
      guard ["src", "example", "export", "comment"].contains(where: { Self.has(text, prefix: "#+begin_" + $0) }) else {
        break
      }
      open(.org, 0)
      return true
    case UInt8(ascii: ":"): return markup == .org && (text.count == 1 || text[1] == UInt8(ascii: " "))
    default: break
    }
    if markup == .restructuredText, text.suffix(2).elementsEqual("::".utf8),
      !text.starts(with: ".. ".utf8) || Self.has(text, prefix: ".. code") || Self.has(text, prefix: ".. literal")
    {
      open(.literal, indent)
    }
    return false
  }

  /// Code of Markdown that only its indentation shows. In lists, items of items are indented as much.
  private mutating func isIndentedCode(_ text: UnsafeBufferPointer<UInt8>, _ indent: Int, _ markup: Markup) -> Bool {
    guard markup == .markdown else { return false }
    guard let first = text.first else {
      followsBlank = true
      return false
    }
    if indent >= 4, followsBlank, !isInList { return true }
    let isItem = "-*+".utf8.contains(first) || first.isASCIIDigit
    if isItem { isInList = true } else if indent == 0, followsBlank || first == UInt8(ascii: "#") { isInList = false }
    followsBlank = false
    return false
  }

  private static func has(_ text: UnsafeBufferPointer<UInt8>, prefix: String) -> Bool {
    text.count >= prefix.utf8.count && zip(text, prefix.utf8).allSatisfy { $0.asciiLowercased == $1 }
  }
}
