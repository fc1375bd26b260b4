import Text

@testable import SearchIndex

/// The rules of `FilmSearch`, by scanning all films: slow, and without any of its data structures except the alphabet.
struct NaiveSearch {
  struct Film {
    var titles: [(text: String, kind: TitleKind)]
    var year: UInt16
    var people: Set<Int>
    var categories: [String] = []
  }

  typealias Word = [UInt8]
  typealias Alternatives = [(range: Set<Word>, edits: Int)]

  /// By rank.
  let films: [Film]
  /// The terms of each film and of each person, by rank.
  let titleTerms: [Set<Word>]
  let nameTerms: [Set<Word>]
  private let titleKeys: [[(key: Word, kind: TitleKind)]]
  private let nameKeys: [[Word]]

  init(_ films: [Film], names: [[String]]) {
    self.films = films
    titleTerms = films.map { film in
      film.titles.reduce(into: Set(film.categories.map { [3] + letters(joined($0)) })) { terms, title in
        terms.formUnion(NaiveTerms.ofTitle(title.text))
      }
    }
    titleKeys = films.map { film in
      film.titles.flatMap { title in
        NaiveTerms.keys(title.text).map { key, isShortened in
          (key, isShortened && title.kind == .main ? .variant : title.kind)
        }
      }
    }
    nameTerms = names.map { $0.reduce(into: []) { $0.formUnion(NaiveTerms.ofName($1)) } }
    nameKeys = names.map { $0.map { letters(joined($0)) } }
  }

  func search(_ query: String) -> (ranks: [Int], correctedQuery: String?) {
    var found: [Int] = []
    var corrected: String?
    func add(_ ranks: [Int]) { for rank in ranks where !found.contains(rank) { found.append(rank) } }
    let words = query.split(separator: " ").map { letters(String($0)) }
    guard !words.isEmpty else { return ([], nil) }
    let whole = words.flatMap(\.self)
    var pinned = Array(exact(query).prefix(3))
    if words.count > 1, let year = year(words[words.count - 1]) {
      let title = query.split(separator: " ").dropLast().joined(separator: " ")
      pinned += exact(title).filter { films[$0].year == year && !pinned.contains($0) }
    }
    add(Array(pinned.prefix(3)))
    let endsInHangul = words.last?.last.map { (0x80..<0xC0).contains($0) } ?? false
    if endsInHangul || words.count > 1 && words.allSatisfy({ $0.count == 1 }) {
      add(Array(matching { $0.isSuperset(of: words) }.prefix(3)))
    }
    if endsInHangul {
      add(
        matching { terms in
          terms.isSuperset(of: words.dropLast())
            && terms.contains { NaiveTerms.keepsSyllable($0, of: words[words.count - 1]) }
        })
    }
    add(plain(words))
    for (position, word) in words.enumerated() {
      guard let year = year(word) else { continue }
      var rest = words
      rest.remove(at: position)
      let inYear = rest.isEmpty ? Array(films.indices) : plain(rest) + ofPeople(rest)
      add(inYear.filter { films[$0].year == year })
    }
    add(ofPeople(words))
    if words.contains(where: { $0.contains { $0 >= 0x80 } }) {
      add(matching { $0.contains([1] + whole) })
      add(matching { terms in terms.contains { NaiveTerms.keepsSyllable($0, of: [1] + whole) } })
      add(matching { terms in terms.contains { $0.starts(with: [1] + whole) } })
      if words.count > 1 {
        add(
          matching { terms in
            words.allSatisfy { word in terms.contains { $0.starts(with: word) || $0.starts(with: [1] + word) } }
          })
      }
    }
    if whole.allSatisfy({ (0x80..<0x93).contains($0) }) {
      add(matching { terms in terms.contains { $0.starts(with: [2] + whole) } })
      add(films(of: nameTerms.indices.filter { nameTerms[$0].contains { $0.starts(with: [2] + whole) } }))
    }
    if found.isEmpty { add(inCategories(words)) }
    let begins = (titleKeys.joined().map(\.key) + nameKeys.joined()).contains { $0.starts(with: whole) }
    if found.count < 3, !begins {
      let before = found.count
      let correction = correction(words, isEmpty: found.isEmpty)
      add(correction.ranks)
      if found.count > before { corrected = correction.text }
    }
    return (found, corrected)
  }

  // MARK: Plain matches

  private func matching(_ condition: (Set<Word>) -> Bool) -> [Int] {
    titleTerms.indices.filter { condition(titleTerms[$0]) }
  }

  private func exact(_ query: String) -> [Int] {
    var found: [(group: Int, weight: Int, rank: Int)] = []
    for queried in NaiveTerms.keys(query) {
      for (rank, keys) in titleKeys.enumerated() {
        for key in keys where key.key == queried.key {
          let group = (key.kind == .translation ? 2 : 0) + (queried.isShortened ? 1 : 0)
          found.append((group, (rank + 1) * (key.kind == .main ? 1 : 4), rank))
        }
      }
    }
    var ranks: [Int] = []
    for rank in found.sorted(by: { $0 < $1 }).map(\.rank) where !ranks.contains(rank) { ranks.append(rank) }
    return ranks
  }

  private func plain(_ words: [Word]) -> [Int] {
    let whole = words.flatMap(\.self)
    let titles = titleTerms.indices.filter { rank in
      Self.has(words, titleTerms[rank]) || titleKeys[rank].contains { $0.key.starts(with: whole) }
    }
    let unfinished = Set(matching { terms in words.allSatisfy { word in terms.contains { $0.starts(with: word) } } })
    let weights = titles.map { ($0 + 1, 0, $0) } + unfinished.subtracting(titles).map { (($0 + 1) * 16, 1, $0) }
    return weights.sorted { $0 < $1 }.map(\.2)
  }

  /// Whether the terms have all words, and one that begins with the last.
  private static func has(_ words: [Word], _ terms: Set<Word>, lastIsPrefix: Bool = true) -> Bool {
    guard let last = words.last else { return false }
    return words.dropLast().allSatisfy(terms.contains)
      && (lastIsPrefix ? terms.contains { $0.starts(with: last) } : terms.contains(last))
  }

  private func year(_ word: Word) -> UInt16? {
    guard word.count == 4, let year = UInt16(String(decoding: word, as: UTF8.self)) else { return nil }
    return (1870...2100).contains(year) ? year : nil
  }

  private func inCategories(_ words: [Word]) -> [Int] {
    let year = words.count > 1 ? words.lazy.compactMap(year).first : nil
    let rest = words.count > 1 ? words.filter { self.year($0) == nil } : words
    guard !rest.isEmpty else { return [] }
    return
      (matching { $0.contains([3] + rest.flatMap(\.self)) } + matching { $0.isSuperset(of: rest.map { [3] + $0 }) })
      .filter { year == nil || films[$0].year == year }
  }

  // MARK: People

  private func films(of people: [Int]) -> [Int] {
    films.indices.filter { !films[$0].people.isDisjoint(with: people) }
  }

  private func ofPeople(_ words: [Word]) -> [Int] {
    var divided: Set<Int> = []
    if (2...6).contains(words.count) {
      for split in 1..<words.count {
        let (head, tail) = (Array(words[..<split]), Array(words[split...]))
        let both = Set(named(tail))
        for rank in named(head, lastIsPrefix: false) where both.contains(rank) || Self.has(tail, titleTerms[rank]) {
          divided.insert(rank)
        }
        for rank in named(tail) where Self.has(head, titleTerms[rank], lastIsPrefix: false) { divided.insert(rank) }
      }
    }
    return named(words) + divided.sorted()
  }

  private func named(_ words: [Word], lastIsPrefix: Bool = true) -> [Int] {
    let whole = words.flatMap(\.self)
    guard whole.count > 1 else { return [] }
    let people = nameTerms.indices.filter { person in
      let terms = nameTerms[person]
      func has(_ word: Word, _ isPrefix: Bool) -> Bool {
        isPrefix ? terms.contains { $0.starts(with: word) } : terms.contains(word)
      }
      return words.enumerated().allSatisfy { position, word in
        let isPrefix = lastIsPrefix && position == words.count - 1
        return has(word, isPrefix) || word[0] >= 0x80 && has([1] + word, isPrefix)
      } || words.count > 1 && has(whole, lastIsPrefix)
    }
    return films(of: people)
  }

  // MARK: Typing errors

  private func correction(_ words: [Word], isEmpty: Bool) -> (ranks: [Int], text: String?) {
    let (near, inTitles) = matches(words, titleTerms)
    let (nearNames, inNames) = matches(words, nameTerms)
    if let first = inTitles.first, first.edits <= inNames.first?.edits ?? .max {
      return (inTitles.map(\.rank), text(near, titleTerms[first.rank], words))
    }
    if let first = inNames.first {
      let ranks = films(of: inNames.prefix(100).map(\.rank))
      if !ranks.isEmpty || !isEmpty { return (ranks, text(nearNames, nameTerms[first.rank], words)) }
    }
    return isEmpty ? oneWordLess(words) : ([], nil)
  }

  /// The documents with a word near each word. If words that exist need no correction for that, they get none.
  private func matches(
    _ words: [Word], _ documents: [Set<Word>]
  ) -> (near: [Alternatives], best: [(edits: Int, rank: Int)]) {
    let all = alternatives(words, documents)
    let vocabulary = documents.reduce(into: Set<Word>()) { $0.formUnion($1) }
    let known = words.indices.map { position in
      vocabulary.filter { position == words.count - 1 ? $0.starts(with: words[position]) : $0 == words[position] }
    }
    if known.contains(where: \.isEmpty) {
      let near = zip(all, known).map { $1.isEmpty ? $0 : [(range: $1, edits: 0)] }
      let found = best(near, documents)
      if !found.isEmpty { return (near, found) }
    }
    return (all, best(all, documents))
  }

  private func oneWordLess(_ words: [Word]) -> (ranks: [Int], text: String?) {
    guard (2...8).contains(words.count) else { return ([], nil) }
    let all = alternatives(words, titleTerms)
    var found: [(edits: Int, rank: Int, left: Int)] = []
    for left in words.indices where words.count > 2 || words[1 - left].count >= Self.minimumLength(words[1 - left]) {
      var rest = all
      rest.remove(at: left)
      found += best(rest, titleTerms).filter { $0.edits == 0 }.map { ($0.edits, $0.rank, left) }
    }
    found.sort { $0 < $1 }
    guard let first = found.first else { return ([], nil) }
    var (rest, near) = (words, all)
    rest.remove(at: first.left)
    near.remove(at: first.left)
    return (found.map(\.rank), text(near, titleTerms[first.rank], rest))
  }

  private func alternatives(_ words: [Word], _ documents: [Set<Word>]) -> [Alternatives] {
    words.enumerated().map { alternatives($1, isPrefix: $0 == words.count - 1, documents) }
  }

  private func alternatives(_ word: Word, isPrefix: Bool, _ documents: [Set<Word>]) -> Alternatives {
    let vocabulary = documents.reduce(into: Set<Word>()) { $0.formUnion($1) }
    func plain(_ word: Word) -> Set<Word> { vocabulary.filter { isPrefix ? $0.starts(with: word) : $0 == word } }
    var found = Self.romanizations(of: word).map { (words: plain($0), edits: 1, text: $0) }.filter { !$0.words.isEmpty }
    for edits in 1...2
    where NaiveTerms.scalars(word).count >= (edits == 1 ? Self.minimumLength(word) : 8) {
      if edits == 2, !found.isEmpty { break }
      found += NaiveTerms.near(word, in: vocabulary, edits, isPrefix).map { ($0.words, $0.edits, $0.text) }
    }
    let typed = plain(word)
    if !typed.isEmpty, found.allSatisfy({ $0.edits > 0 }) { found.append((typed, 0, word)) }
    return found.map { near in
      (near: near, rank: documents.firstIndex { !$0.isDisjoint(with: near.words) } ?? .max)
    }.sorted {
      ($0.near.edits, $0.rank) != ($1.near.edits, $1.rank)
        ? ($0.near.edits, $0.rank) < ($1.near.edits, $1.rank)
        : $0.near.text.lexicographicallyPrecedes($1.near.text)
    }.prefix(10).map { ($0.near.words, $0.near.edits) }
  }

  private static func minimumLength(_ word: Word) -> Int { (0x80..<0xC0).contains(word[0]) ? 5 : 3 }

  /// The word with one of some letters of Korean names written as others are.
  private static func romanizations(of word: Word) -> [Word] {
    let pairs = [("oo", "u"), ("woo", "u"), ("eo", "u"), ("eo", "ou"), ("ee", "i")]
    return (pairs + pairs.map { ($1, $0) }).flatMap { old, new in
      word.indices.filter { word[$0...].starts(with: old.utf8) }.map { place in
        Array(word[..<place]) + Array(new.utf8) + word[(place + old.utf8.count)...]
      }
    }
  }

  private func best(_ alternatives: [Alternatives], _ documents: [Set<Word>]) -> [(edits: Int, rank: Int)] {
    documents.enumerated().compactMap { rank, terms -> (edits: Int, rank: Int)? in
      var edits = 0
      for near in alternatives {
        guard let nearest = near.first(where: { !$0.range.isDisjoint(with: terms) }) else { return nil }
        edits += nearest.edits
      }
      return (edits, rank)
    }.sorted { $0 < $1 }
  }

  private func text(_ alternatives: [Alternatives], _ terms: Set<Word>, _ query: [Word]) -> String {
    zip(alternatives, query).map { near, typed in
      guard let nearest = near.first(where: { !$0.range.isDisjoint(with: terms) }), nearest.edits > 0 else {
        return KeystrokeEncoding.text(typed)
      }
      let words = nearest.range.intersection(terms)
      return KeystrokeEncoding.text(words.min { $0.lexicographicallyPrecedes($1) } ?? typed)
    }.joined(separator: " ")
  }
}
