/// The texts of the built-in films that are also there in Korean.
enum KoreanTexts {
  /// By the name as the built-in films have it.
  static let names = dictionary(koreanNames)
  /// By IMDb id.
  static let overviews = dictionary(koreanOverviews)

  private static func dictionary(_ table: StaticString) -> [String: String] {
    var texts: [String: String] = [:]
    forEach(in: table) { key, korean in texts[key.string] = korean.string }
    return texts
  }

  /// Calls the closure with both columns of each line, which a bar separates. Ignores lines without a bar.
  static func forEach(in table: StaticString, _ body: (_ key: TableText, _ korean: TableText) -> Void) {
    let utf8 = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    func text(_ start: Int, _ end: Int) -> TableText {
      var (first, last) = (start, end)
      while first < last, utf8[first] == 0x20 { first += 1 }
      while first < last, utf8[last - 1] == 0x20 { last -= 1 }
      return TableText(table, first..<last)
    }
    var (start, bar) = (0, Int?.none)
    for index in 0...utf8.count {
      if index == utf8.count || utf8[index] == UInt8(ascii: "\n") {
        if let bar { body(text(start, bar), text(bar + 1, index)) }
        (start, bar) = (index + 1, nil)
      } else if utf8[index] == UInt8(ascii: "|") {
        bar = index
      }
    }
  }
}
