extension FilmSearch {
  /// A document with a word near each word of a query.
  struct Match {
    var edits: Int
    var rank: UInt32
  }

  /// The number of letters from which two typing errors are corrected, if correcting one finds nothing.
  private static let minimumLengthForTwo = 8
  /// The nearest words of each word of a query that are used, the most popular first.
  private static let maximumAlternatives = 10
  private static let maximumMatches = 4_000
  /// A longer query is not tried with one word less.
  private static let maximumWordsToLeaveOut = 8
  /// Letters that stand for each other in romanizations of Korean names: Jun and Joon, Hyeok and Hyuk, Yeong and Young.
  private static let romanizations = [
    ("oo", "u"), ("woo", "u"), ("eo", "u"), ("eo", "ou"), ("ee", "i"),
  ].flatMap { one, other in [(Array(one.utf8), Array(other.utf8)), (Array(other.utf8), Array(one.utf8))] }

  /// Adds the films for the query with typing errors corrected, or with one word less. Returns the corrected query.
  func addCorrected(_ query: Query, to collector: inout TopFilms) -> String? {
    let before = collector.total
    var corrected: String?
    let words = query.words.map(\.letters)
    let inTitles = matches(words, in: titles)
    let nearest = inTitles.best.first?.edits ?? .max
    // A name has at least one typing error for each word that is in no name.
    let unknown = known(words, in: people).count(where: \.isEmpty)
    let inNames = unknown < nearest ? matches(words, in: people) : (near: [], best: [])
    let titleIsNearer = nearest <= (inNames.best.first?.edits ?? .max)
    if titleIsNearer, let first = inTitles.best.first {
      add(inTitles.best.lazy.map(\.rank), to: &collector)
      corrected = text(inTitles.near, first.rank, in: titles, words)
    } else if let first = inNames.best.first {
      add(films(ofFirst: inNames.best.lazy.map(\.rank)), to: &collector)
      corrected = text(inNames.near, first.rank, in: people, words)
    }
    if collector.total == 0 { corrected = addWithOneWordLess(words, inTitles.near, to: &collector) }
    return collector.total > before ? corrected : nil
  }

  func correctedPeople(_ words: [[UInt8]]) -> (ranks: [UInt32], query: String?) {
    let (near, best) = matches(words, in: people)
    return (best.map(\.rank), best.first.map { text(near, $0.rank, in: people, words) })
  }

  /// Adds films that have all words but one, as they were typed. Alternatives of words are given as far as known.
  private func addWithOneWordLess(
    _ words: [[UInt8]], _ near: [[Trie.Correction]?], to collector: inout TopFilms
  ) -> String? {
    guard (2...Self.maximumWordsToLeaveOut).contains(words.count) else { return nil }
    let alternatives = words.indices.map { near[$0] ?? self.alternatives(words, $0, in: titles) }
    var found: [(match: Match, left: Int)] = []
    for left in words.indices {
      var rest = alternatives
      rest.remove(at: left)
      // A single letter or syllable would find too much.
      guard words.count > 2 || words[1 - left].count >= Self.minimumLength(words[1 - left]) else { continue }
      if rest.contains(where: \.isEmpty) { continue }
      found += best(rest, in: titles).lazy.filter { $0.edits == 0 }.map { ($0, left) }
    }
    found.sort { ($0.match.rank, $0.left) < ($1.match.rank, $1.left) }
    add(found.lazy.map(\.match.rank), to: &collector)
    guard let first = found.first else { return nil }
    var (rest, kept) = (words, alternatives)
    rest.remove(at: first.left)
    kept.remove(at: first.left)
    return text(kept, first.match.rank, in: titles, rest)
  }

  /// The documents with a word near each word, and the alternatives. A word that exists is meant as it is.
  private func matches(_ words: [[UInt8]], in index: TermIndex) -> (near: [[Trie.Correction]?], best: [Match]) {
    let known = known(words, in: index)
    var near = [[Trie.Correction]?](repeating: nil, count: words.count)
    for isKnown in [false, true] {
      let positions = words.indices.filter { known[$0].isEmpty != isKnown }
      guard !positions.isEmpty else { continue }
      for position in positions {
        let alternatives = self.alternatives(words, position, in: index)
        near[position] = alternatives
        if alternatives.isEmpty { return (near, []) }
      }
      let found = best(zip(near, known).map { $0 ?? [Trie.Correction(words: $1, edits: 0)] }, in: index)
      if !found.isEmpty { return (near, found) }
    }
    return (near, [])
  }

  /// For each word of a query, the words that it means if it has no typing error.
  private func known(_ words: [[UInt8]], in index: TermIndex) -> [Range<Int>] {
    words.enumerated().map { position, word in
      let known = index.lookUp(word)
      return position == words.count - 1 ? known.beginning : known.whole
    }
  }

  /// The words near the one at a position of a query, the nearest first.
  private func alternatives(_ words: [[UInt8]], _ position: Int, in index: TermIndex) -> [Trie.Correction] {
    words[position].withUnsafeBufferPointer { letters in
      let length = KeystrokeEncoding.scalars(of: letters).count
      let isPrefix = position == words.count - 1
      var found: [(near: Trie.Correction, rank: UInt32)] = []
      func add(_ correction: Trie.Correction) {
        guard let best = index.postingTree.minimum(in: index.postings(ofWords: correction.words)) else { return }
        found.append((correction, best))
      }
      func add(_ word: [UInt8], edits: Int) {
        let known = index.lookUp(word)
        add(Trie.Correction(words: isPrefix ? known.beginning : known.whole, edits: edits))
      }
      // However short the word, another romanization is as near as one typing error.
      for spelling in Self.romanizations(of: words[position]) { add(spelling, edits: 1) }
      for edits in 1...2 where length >= (edits == 1 ? Self.minimumLength(words[position]) : Self.minimumLengthForTwo) {
        if edits == 1 || found.isEmpty {
          index.trie.corrections(of: letters, maximumEdits: edits, isPrefix: isPrefix, add)
        }
      }
      // The trie does not correct words that are very short or very long.
      if found.allSatisfy({ $0.near.edits > 0 }) { add(words[position], edits: 0) }
      found.sort {
        ($0.near.edits, $0.rank, $0.near.words.lowerBound) < ($1.near.edits, $1.rank, $1.near.words.lowerBound)
      }
      return found.prefix(Self.maximumAlternatives).map(\.near)
    }
  }

  /// The number of letters from which one typing error is corrected. A Hangul syllable has two to five letters.
  private static func minimumLength(_ word: [UInt8]) -> Int {
    (0x80..<KeystrokeEncoding.firstOther).contains(word[0]) ? 5 : 3
  }

  private static func romanizations(of word: [UInt8]) -> [[UInt8]] {
    romanizations.flatMap { old, new in
      word.indices.filter { word[$0...].starts(with: old) }.map { word[..<$0] + new + word[($0 + old.count)...] }
    }
  }

  /// The documents with a word near each word of the query, those with the fewest errors first.
  private func best(_ alternatives: [[Trie.Correction]], in index: TermIndex) -> [Match] {
    let documents = ConjunctiveQuery(index, alternatives.map { $0.map(\.words) }, isPage: true)
    let found = documents.prefix(Self.maximumMatches).map { rank in
      let words = index.forward[Int(rank)]
      let edits = alternatives.map { near in
        near.first { alternative in words.contains { alternative.words.contains(Int($0)) } }?.edits ?? 0
      }
      return Match(edits: edits.reduce(0, +), rank: rank)
    }
    return found.sorted { ($0.edits, $0.rank) < ($1.edits, $1.rank) }
  }

  /// The query with the words of a document in the place of those with typing errors.
  private func text(
    _ alternatives: [[Trie.Correction]?], _ rank: UInt32, in index: TermIndex, _ query: [[UInt8]]
  ) -> String {
    let words = index.forward[Int(rank)]
    return zip(alternatives, query).map { near, typed in
      for alternative in near ?? [] {
        for word in words where alternative.words.contains(Int(word)) {
          return KeystrokeEncoding.text(alternative.edits == 0 ? typed : Array(index.word(Int(word))))
        }
      }
      return KeystrokeEncoding.text(typed)
    }.joined(separator: " ")
  }
}
