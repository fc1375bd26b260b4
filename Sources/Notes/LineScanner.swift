/// Finds the references in one line, in one pass over its bytes.
struct LineScanner {
  let line: UnsafeBufferPointer<UInt8>
  let markup: Markup
  /// In ascending order, and apart from each other.
  private(set) var found: [Reference] = []
  /// The bytes that were looked at, for tests of the cost.
  var steps = 0
  var index = 0

  /// Brackets and parentheses that are open.
  private var brackets: [Int] = []
  private var parentheses: [(opening: Int, linkStart: Int?)] = []
  /// The last `[[` that is open, and the `][` inside it.
  private var wikiStart: Int?
  private var wikiSeparator: Int?
  /// For each run of backticks, by its length, where the last one begins.
  private var lastRuns: [Int: Int]?

  init(_ line: UnsafeBufferPointer<UInt8>, _ markup: Markup) { (self.line, self.markup) = (line, markup) }

  mutating func scan() {
    let first = line.firstIndex { !$0.isASCIIWhitespace } ?? line.count
    let isTable = first < line.count && line[first] == UInt8(ascii: "|")
    var item = isTable ? nil : itemStart(first)
    while index < line.count {
      steps += 1
      if isTable, line[index] == UInt8(ascii: "|"), wikiStart == nil {
        if let start = item { addTitle(in: start..<index) }
        item = index + 1
      }
      step()
    }
    if let item, !isTable { addTitle(in: item..<line.count) }
  }

  private mutating func step() {
    switch line[index] {
    case UInt8(ascii: "`"): skipCode()
    case UInt8(ascii: "\\") where markup != .org: index += 2
    case UInt8(ascii: "=") where markup == .org, UInt8(ascii: "~") where markup == .org: skipVerbatim()
    case UInt8(ascii: "["): openBracket()
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "("):
      parentheses.append((index, nil))
      index += 1
    case UInt8(ascii: ")"):
      if let (opening, linkStart) = parentheses.popLast(), let linkStart {
        addLink(from: linkStart, target: opening + 1)
      }
      index += 1
    case let byte where byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_"): word()
    default: index += 1
    }
  }

  func byte(_ index: Int) -> UInt8? { index < line.count ? line[index] : nil }

  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: line[range]), as: UTF8.self)
  }

  // MARK: Code

  /// Skips inline code, or the run of backticks if none of its length follows.
  private mutating func skipCode() {
    func run(_ start: Int) -> Int { line[start...].prefix { $0 == UInt8(ascii: "`") }.count }
    if lastRuns == nil {
      var runs: [Int: Int] = [:]
      var position = index
      while position < line.count {
        let length = run(position)
        if length > 0 { runs[length] = position }
        position += max(1, length)
      }
      steps += line.count - index
      lastRuns = runs
    }
    let length = run(index)
    index += length
    // A single backtick of reStructuredText is a role or a link.
    if markup == .restructuredText, length == 1 { return }
    guard lastRuns?[length].map({ $0 >= index }) == true else { return }
    while index < line.count {
      let next = run(index)
      index += max(1, next)
      steps += max(1, next)
      if next == length { return }
    }
  }

  /// Skips `=verbatim=` and `~code~` of Org, which contain no white space at their ends.
  private mutating func skipVerbatim() {
    let (mark, start) = (line[index], index)
    index += 1
    guard start == 0 || " (['\"{-\t".utf8.contains(line[start - 1]), byte(index)?.isASCIIGraphic == true else { return }
    // As Emacs, which looks no further than a line.
    let limit = min(line.count, start + 300)
    steps += 1
    for end in index..<max(index, limit) where line[end] == mark && !line[end - 1].isASCIIWhitespace && end > index {
      guard byte(end + 1).map({ $0.isASCIIAlphanumeric || $0 >= 0x80 }) != true else { continue }
      index = end + 1
      return
    }
  }

  // MARK: Links

  private mutating func openBracket() {
    if byte(index + 1) == UInt8(ascii: "[") {
      (wikiStart, wikiSeparator) = (index, nil)
      brackets.append(index)
      index += 1
    }
    brackets.append(index)
    index += 1
  }

  private mutating func closeBracket() {
    let opening = brackets.popLast()
    switch byte(index + 1) {
    case UInt8(ascii: "]"):
      if let start = wikiStart {
        addWikiLink(start..<index + 2)
        while let last = brackets.last, last >= start { brackets.removeLast() }
        wikiStart = nil
        index += 1
      }
    case UInt8(ascii: "["): if wikiStart != nil, wikiSeparator == nil { wikiSeparator = index }
    case UInt8(ascii: "("):
      if let opening {
        index += 1
        parentheses.append((index, opening))
      }
    default: break
    }
    index += 1
  }

  /// Adds `[text](target)`, which ends at `index`.
  private mutating func addLink(from start: Int, target: Int) {
    var target = target
    if byte(target) == UInt8(ascii: "<") { target += 1 }
    let bytes = line[target..<index].prefix(Self.maximumURL).prefix { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ">") }
    guard let film = query(text(target..<bytes.endIndex)) else { return }
    add(film, start..<index + 1)
  }

  private mutating func addWikiLink(_ range: Range<Int>) {
    let inside = range.lowerBound + 2..<range.upperBound - 2
    guard !inside.isEmpty, inside.count <= Self.maximumURL else { return }
    let label = wikiSeparator.map { $0 + 2..<inside.upperBound }
    let target = wikiSeparator.map { inside.lowerBound..<$0 } ?? inside
    if let film = query(text(target)) { return add(film, range) }
    // Obsidian has aliases and headings in the link.
    let end = target.first { line[$0] == UInt8(ascii: "|") || line[$0] == UInt8(ascii: "#") } ?? target.upperBound
    var name = text(label ?? target.lowerBound..<end).trimmingASCIIWhitespace()
    var year: Int?
    if name.utf8.last == UInt8(ascii: ")"), name.utf8.count > 6,
      let found = TitleScanner.year(Array(name.utf8.suffix(6)))
    {
      year = found
      name = String(decoding: name.utf8.dropLast(6), as: UTF8.self).trimmingASCIIWhitespace()
    }
    // Links to days lead to daily notes.
    guard !name.isEmpty, name.utf8.count <= TitleScanner.maximumTitle, !CalendarDay.isDay(name),
      year != nil || label == nil && !hasScheme(name)
    else { return }
    add(Reference(target: .title(name, year: year), form: .wikiLink, range: range))
  }

  /// Whether a link's target is that of another kind: `file:x.org`, `id:abc`.
  private func hasScheme(_ name: String) -> Bool {
    let rest = name.utf8.drop { $0.isASCIIAlphanumeric }
    return rest.first == UInt8(ascii: ":") && rest.dropFirst().first?.isASCIIWhitespace == false
  }

  // MARK: Words

  private static let maximumURL = 512

  /// Reads a word: an id, or the beginning of an id or a URL.
  private mutating func word() {
    let start = index
    while let byte = byte(index), byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") { index += 1 }
    steps += index - start
    let next = byte(index)
    guard index - start <= 12, next != UInt8(ascii: "-") else { return }
    let word = text(start..<index)
    if index - start >= 9, line[start].asciiLowercased == UInt8(ascii: "t") {
      if let film = query(word) { add(film, start..<index) }
    } else if next == UInt8(ascii: ":") {
      if ["http", "https"].contains(word.lowercased()) {
        url(from: start)
      } else if Reference.catalogs.contains(word) {
        let native = line[(index + 1)...].prefix(MovieID.maximumBytes).prefix { $0.isASCIIAlphanumeric }
        steps += native.count
        guard native.contains(where: \.isASCIIDigit), let film = query(text(start..<native.endIndex)) else { return }
        index = native.endIndex
        add(film, start..<index)
      }
    } else if next == UInt8(ascii: "."), ["www", "imdb", "themoviedb", "letterboxd"].contains(word.lowercased()) {
      url(from: start)
    }
  }

  /// Reads a URL up to what cannot be in it, or ends a sentence or the parentheses around it.
  private mutating func url(from start: Int) {
    var depth = 0
    loop: while let byte = byte(index) {
      switch byte {
      case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "\\"):
        break loop
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { break loop }
      default: break
      }
      index += 1
    }
    steps += index - start
    var end = index
    while end > start, ".,;:!?'*_~".utf8.contains(line[end - 1]) { end -= 1 }
    guard end - start <= Self.maximumURL, let film = query(text(start..<end)) else { return }
    add(film, start..<end)
  }

  // MARK: Results

  /// The film that an id or URL names. The titles in URLs are those of one site: others have pages of a film too.
  private func query(_ text: String) -> QueryReference? {
    guard let film = QueryReference(text) else { return nil }
    switch film {
    case .imdb: return film
    case .movie(let id): return Reference.catalogs.contains(id.catalog) ? film : nil
    case .title: return text.utf8.contains("letterboxd.com/".utf8) ? film : nil
    }
  }

  private mutating func add(_ film: QueryReference, _ range: Range<Int>) {
    let text = line[range]
    let isURL = text.contains(UInt8(ascii: "/"))
    add(Reference(target: .film(film), form: isURL ? .url : .id, range: range))
  }

  /// Adds a reference that ends behind all others, in place of those inside it.
  private mutating func add(_ reference: Reference) {
    while let last = found.last, last.range.lowerBound >= reference.range.lowerBound { found.removeLast() }
    found.append(reference)
  }

  /// Adds the title at the beginning of an item or cell, unless another reference stands there.
  private mutating func addTitle(in range: Range<Int>) {
    guard let reference = TitleScanner.title(in: range, of: line, steps: &steps) else { return }
    var position = found.count
    while position > 0, found[position - 1].range.upperBound > reference.range.lowerBound {
      position -= 1
      if found[position].range.lowerBound < reference.range.upperBound { return }
    }
    found.insert(reference, at: position)
  }
}
