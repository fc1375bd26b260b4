extension FilmSearch {
  /// Words near a word of a query.
  struct Alternative {
    var words: Range<Int>
    var edits: Int
  }

  /// A document with a word near each word of a query.
  struct Match {
    /// The number of typing errors in all words together.
    var edits: Int
    var rank: UInt32
  }

  /// From how many letters on one typing error is corrected. A Hangul syllable has two to five letters.
  private static let minimumLength = 3
  private static let minimumLengthInHangul = 4
  /// From how many letters on two are, if one is not enough.
  private static let minimumLengthForTwo = 8
  /// The nearest words of each word of a query that are used, the most popular first.
  private static let maximumAlternatives = 10
  /// Further documents are ignored.
  private static let maximumMatches = 4_000
  /// A longer query is not tried with one word less.
  private static let maximumWordsToLeaveOut = 8

  /// Adds the films for the query with its typing errors corrected, or with one word less.
  ///
  /// - Returns: the corrected query; nil if that found nothing more.
  func addCorrected(_ query: Query, to collector: inout Collector) -> String? {
    let before = collector.total
    var corrected: String?
    var near = [[Alternative]?](repeating: nil, count: query.words.count)
    let inTitles = matches(query.words, in: titles, &near)
    let inNames = matches(query.words, in: people)
    let titleIsNearer = (inTitles.best.first?.edits ?? .max) <= (inNames.best.first?.edits ?? .max)
    if titleIsNearer, let first = inTitles.best.first {
      add(inTitles.best.lazy.map(\.rank), to: &collector)
      corrected = text(inTitles.alternatives, first.rank, in: titles, query.words)
    } else if let first = inNames.best.first {
      add(films(ofPeople: inNames.best.lazy.map(\.rank)), to: &collector)
      corrected = text(inNames.alternatives, first.rank, in: people, query.words)
    }
    if collector.total == 0 { corrected = addWithOneWordLess(query, near, to: &collector) }
    return collector.total > before ? corrected : nil
  }

  /// The people with names near the words of a query.
  func correctedPeople(_ words: [[UInt8]]) -> [Match] { matches(words, in: people).best }

  /// Adds films that have all words but one. The words may have typing errors.
  ///
  /// - Parameter near: the alternatives of each word in titles, as far as they are known.
  private func addWithOneWordLess(
    _ query: Query, _ near: [[Alternative]?], to collector: inout Collector
  ) -> String? {
    let words = query.words
    guard (2...Self.maximumWordsToLeaveOut).contains(words.count) else { return nil }
    let alternatives = words.enumerated().map { position, word in
      near[position] ?? Self.alternatives(word, isPrefix: position == words.count - 1, in: titles)
    }
    var found: [(match: Match, left: Int)] = []
    for left in words.indices {
      var rest = alternatives
      rest.remove(at: left)
      // A single letter or syllable would find too much.
      guard words.count > 2 || words[1 - left].count >= Self.minimumLength else { continue }
      if rest.contains(where: \.isEmpty) { continue }
      found += best(rest, in: titles).map { ($0, left) }
    }
    found.sort { ($0.match.edits, $0.match.rank, $0.left) < ($1.match.edits, $1.match.rank, $1.left) }
    add(found.lazy.map(\.match.rank), to: &collector)
    guard let first = found.first else { return nil }
    var (rest, kept) = (words, alternatives)
    rest.remove(at: first.left)
    kept.remove(at: first.left)
    return text(kept, first.match.rank, in: titles, rest)
  }

  private func matches(
    _ words: [[UInt8]], in index: TermIndex
  ) -> (alternatives: [[Alternative]], best: [Match]) {
    var near = [[Alternative]?](repeating: nil, count: words.count)
    return matches(words, in: index, &near)
  }

  /// - Parameter near: receives the alternatives of each word, up to the first one that has none.
  private func matches(
    _ words: [[UInt8]], in index: TermIndex, _ near: inout [[Alternative]?]
  ) -> (alternatives: [[Alternative]], best: [Match]) {
    for (position, word) in words.enumerated() {
      let alternatives = Self.alternatives(word, isPrefix: position == words.count - 1, in: index)
      near[position] = alternatives
      guard !alternatives.isEmpty else { return ([], []) }
    }
    let all = near.compactMap(\.self)
    return (all, best(all, in: index))
  }

  private static func alternatives(_ word: [UInt8], isPrefix: Bool, in index: TermIndex) -> [Alternative] {
    word.withUnsafeBufferPointer { letters in
      let isHangul = (0x80..<Letters.firstOther).contains(letters[0])
      let minimum = isHangul ? minimumLengthInHangul : minimumLength
      let length = Letters.scalars(of: letters).count
      for edits in 1...2 where length >= (edits == 1 ? minimum : minimumLengthForTwo) {
        var found: [(words: Range<Int>, edits: Int, rank: UInt32)] = []
        index.trie.corrections(of: letters, maximumEdits: edits, isPrefix: isPrefix) { correction in
          if let best = index.postingTree.minimum(in: index.postings(ofWords: correction.words)) {
            found.append((correction.words, correction.edits, best))
          }
        }
        guard !found.isEmpty else { continue }
        found.sort { ($0.edits, $0.rank, $0.words.lowerBound) < ($1.edits, $1.rank, $1.words.lowerBound) }
        return found.prefix(maximumAlternatives).map { Alternative(words: $0.words, edits: $0.edits) }
      }
      let plain = isPrefix ? index.words(withPrefix: letters) : index.words(equalTo: letters)
      return plain.isEmpty ? [] : [Alternative(words: plain, edits: 0)]
    }
  }

  /// The documents with a word near each word of the query, those with the fewest errors first.
  private func best(_ alternatives: [[Alternative]], in index: TermIndex) -> [Match] {
    var conjunction = Conjunction(index, alternatives.map { $0.map(\.words) }, isPage: true)
    var found: [Match] = []
    while found.count < Self.maximumMatches, let rank = conjunction.next() {
      let words = index.words(ofDocument: rank)
      var edits = 0
      for near in alternatives {
        edits += near.first { alternative in words.contains { alternative.words.contains(Int($0)) } }?.edits ?? 0
      }
      found.append(Match(edits: edits, rank: rank))
    }
    return found.sorted { ($0.edits, $0.rank) < ($1.edits, $1.rank) }
  }

  /// The query with the words of a document in the place of those with typing errors.
  private func text(
    _ alternatives: [[Alternative]], _ rank: UInt32, in index: TermIndex, _ query: [[UInt8]]
  ) -> String {
    let words = index.words(ofDocument: rank)
    return zip(alternatives, query).map { near, typed in
      for alternative in near {
        for word in words where alternative.words.contains(Int(word)) {
          return Letters.text(alternative.edits == 0 ? typed : Array(index.word(Int(word))))
        }
      }
      return Letters.text(typed)
    }.joined(separator: " ")
  }
}
