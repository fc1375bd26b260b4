/// A title or a query as letters: its words, and itself as one word. It can be parsed again without allocating.
public struct TitleForms: Sendable {
  public struct Word: Sendable {
    public var source: Range<Int>
    public var letters: Range<Int>
    /// The number that it means, unless it is the first word: `10 Things I Hate About You` is no sequel.
    public var number: Int?
    public var isAnd: Bool
  }

  public private(set) var letters: [UInt8] = []
  public private(set) var words: [Word] = []
  private var needsNormalization = false
  private var scratch: [UInt8] = []

  public init() {}

  /// Parses folded text in UTF-8; words beyond the maximum are ignored.
  public mutating func parse(_ folded: UnsafeBufferPointer<UInt8>, maximumWords: Int = .max) {
    letters.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    needsNormalization = false
    var start = 0
    for index in 0...folded.count where index == folded.count || folded[index] == 0x20 {
      if index > start, words.count < maximumWords { append(start..<index, of: folded) }
      start = index + 1
    }
  }

  private mutating func append(_ source: Range<Int>, of folded: UnsafeBufferPointer<UInt8>) {
    let word = UnsafeBufferPointer(rebasing: folded[source])
    let start = letters.count
    KeystrokeEncoding.append(word, to: &letters)
    guard letters.count > start else { return }
    let number = words.isEmpty ? nil : Numbers.number(of: word)
    let isAnd = word.count == 3 && word[0] == UInt8(ascii: "a") && word.elementsEqual("and".utf8)
    if number != nil || isAnd { needsNormalization = true }
    words.append(Word(source: source, letters: start..<letters.count, number: number, isAnd: isAnd))
  }

  public mutating func remove(at position: Int) {
    let range = words.remove(at: position).letters
    letters.removeSubrange(range)
    for index in position..<words.count {
      let moved = words[index].letters
      words[index].letters = moved.lowerBound - range.count..<moved.upperBound - range.count
    }
    if position == 0, !words.isEmpty { words[0].number = nil }
  }

  /// Calls the closure with each form of the title without spaces: as it is, with digits for numbers and without `and`,
  /// each also without the article, which `isShortened` says.
  public mutating func forEachKey(_ body: (_ key: UnsafeBufferPointer<UInt8>, _ isShortened: Bool) -> Void) {
    guard let first = words.first, let last = words.last else { return }
    forEachForm(of: words.indices) { body($0, false) }
    guard words.count > 1 else { return }
    if isArticle(first) { forEachForm(of: 1..<words.count) { body($0, true) } }
    if isArticle(last) { forEachForm(of: 0..<words.count - 1) { body($0, true) } }
  }

  private mutating func forEachForm(of range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let bounds = words[range.lowerBound].letters.lowerBound..<words[range.upperBound - 1].letters.upperBound
    letters.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[bounds])) }
    guard needsNormalization, range.count > 1 else { return }
    scratch.removeAll(keepingCapacity: true)
    for index in range where !words[index].isAnd {
      if let number = words[index].number, index > range.lowerBound {
        scratch.append(contentsOf: Numbers.digits(of: number))
      } else {
        scratch.append(contentsOf: letters[words[index].letters])
      }
    }
    if !scratch.isEmpty, !scratch.elementsEqual(letters[bounds]) { scratch.withUnsafeBufferPointer(body) }
  }

  private func isArticle(_ word: Word) -> Bool {
    word.letters.count <= 3 && letters.withUnsafeBufferPointer { Articles.contains(.init(rebasing: $0[word.letters])) }
  }
}
