extension FilmSearch {
  /// Films with the whole title that come before all others. More of them would push better-known films with longer
  /// titles off the first page.
  private static let pinnedCount = 3

  func addExactTitles(_ query: inout Query, to collector: inout Collector) {
    var pinned = Array(exactTitles(&query).prefix(Self.pinnedCount))
    let last = query.words.count - 1
    if last > 0, let year = query.year(at: last) {
      var title = query.removing(at: last)
      pinned += exactTitles(&title).filter { years[$0] == year && !pinned.contains($0) }
    }
    add(pinned.prefix(Self.pinnedCount), to: &collector)
    // The syllable 업 is a whole word in one title, the beginning of one in others, and the unfinished 어베 in many.
    guard query.isAbbreviation || query.endsInHangul, let word = query.words.last else { return }
    let whole = ranges(query.words, lastIsPrefix: false)
    add(Conjunction(titles, whole), to: &collector)
    add(Conjunction(titles, whole.dropLast() + [titles.words(withSyllables: word)]), to: &collector)
  }

  /// The films with the whole title: first those that have it with the article as typed, and original titles before
  /// translations. A user who types 괴물 means the film with that original title rather than The Thing, whose Korean
  /// title it is.
  private func exactTitles(_ query: inout Query) -> [UInt32] {
    var found: [(group: Int, rank: UInt32)] = []
    query.forEachKey { key, isShortened in
      let entries = titles.keyDocuments.slice(titles.keys(key, isWhole: true))
      for entry in entries.prefix(Self.maximumExactTitles) {
        let isTranslation = entry & ~PostingList.rankMask != 0
        found.append(((isTranslation ? 2 : 0) + (isShortened ? 1 : 0), entry & PostingList.rankMask))
      }
    }
    // Each film in its best group.
    found.sort { ($0.rank, $0.group) < ($1.rank, $1.group) }
    var last: UInt32?
    found.removeAll { entry in
      defer { last = entry.rank }
      return entry.rank == last
    }
    return found.sorted { $0 < $1 }.map(\.rank)
  }

  /// No title has more films of one year.
  private static let maximumExactTitles = 1_000

  /// Films with all the words in a title, the last one unfinished, and films with a title that begins with the query.
  func addTitles(_ query: Query, to collector: inout Collector) {
    let keys = query.joined.withUnsafeBufferPointer { titles.keys($0, isWhole: false) }
    let alternatives = ranges(query.words)
    if alternatives.count == 1, !collector.isFiltered {
      let postings = titles.postings(ofWords: alternatives[0][0])
      // No film has more words with one beginning: so there are more films than are counted, and the best of them suffice.
      if postings.count + keys.count > Self.maximumWordsWithPrefix * Self.maximumTotal {
        var ranks = AscendingRanks([titles.postingTree, titles.keyTree])
        ranks.add(postings, of: 0)
        ranks.add(keys, of: 1)
        while !collector.isPageFull, let rank = ranks.next() { collector.add(rank) }
        if collector.isPageFull { collector.endInexactly() }
        return
      }
    }
    var byWords = Conjunction(titles, alternatives)
    var byKey = AscendingRanks([titles.keyTree])
    byKey.add(keys, of: 0)
    var (first, second) = (byWords.next(), byKey.next())
    while !collector.isFull {
      if let rank = first, rank <= second ?? .max {
        collector.add(rank)
        if rank == second { second = byKey.next() }
        first = byWords.next()
      } else if let rank = second {
        collector.add(rank)
        second = byKey.next()
      } else {
        return
      }
    }
  }

  private static let maximumWordsWithPrefix = 40

  /// Films with words that begin with the query's.
  func addBeginnings(_ query: Query, to collector: inout Collector) {
    let beginnings = query.words.map { [range($0, isPrefix: true, in: titles)] }
    guard query.words.count > 1, beginnings != ranges(query.words) else { return }
    add(Conjunction(titles, beginnings), to: &collector)
  }

  /// Films of the year that a word is, with all the other words.
  func addYears(_ query: Query, to collector: inout Collector) {
    for position in query.words.indices {
      guard let year = query.year(at: position) else { continue }
      let rest = query.removing(at: position)
      let previous = collector.restrict(to: year)
      if rest.words.isEmpty {
        for rank in 0..<UInt32(years.count) where years[rank] == year && !collector.isFull { collector.add(rank) }
      } else {
        addTitles(rest, to: &collector)
        addBeginnings(rest, to: &collector)
        addPeople(rest.words, to: &collector)
      }
      collector.lift(previous)
    }
  }

  /// Films with the words inside words of a script without spaces.
  func addInner(_ query: Query, to collector: inout Collector) {
    guard query.words.contains(where: { $0.contains { $0 >= 0x80 } }) else { return }
    // As in titles, whole words and syllables come before unfinished ones.
    let joined = [Letters.inner] + query.joined
    for alternatives in [
      [range(joined, isPrefix: false, in: titles)], titles.words(withSyllables: joined),
      [range(joined, isPrefix: true, in: titles)],
    ] {
      add(Conjunction(titles, [alternatives]), to: &collector)
    }
    guard query.words.count > 1 else { return }
    let each = query.words.map {
      [range($0, isPrefix: true, in: titles), range([Letters.inner] + $0, isPrefix: true, in: titles)]
    }
    add(Conjunction(titles, each), to: &collector)
  }

  /// Films with these initial consonants in a title or in the name of a person.
  func addInitials(_ query: Query, to collector: inout Collector) {
    let initials = [Letters.initials] + query.joined
    add(Conjunction(titles, [[range(initials, isPrefix: true, in: titles)]]), to: &collector)
    add(films(ofPeople: [[range(initials, isPrefix: true, in: people)]]), to: &collector)
  }

  /// Films of the categories that the words are, and of a year among them.
  func addCategories(_ query: Query, to collector: inout Collector) {
    var rest = query
    var year: UInt16?
    for position in query.words.indices.reversed() where query.words.count > 1 {
      if let word = query.year(at: position) {
        year = word
        rest = rest.removing(at: position)
      }
    }
    guard !rest.words.isEmpty else { return }
    func category(_ letters: [UInt8]) -> [Range<Int>] {
      [range([Letters.category] + letters, isPrefix: false, in: titles)]
    }
    let previous = year.map { collector.restrict(to: $0) }
    add(Conjunction(titles, [category(rest.joined)]), to: &collector)
    add(Conjunction(titles, rest.words.map(category)), to: &collector)
    if let previous { collector.lift(previous) }
  }

  /// The alternatives of each word in titles.
  func ranges(_ words: [[UInt8]], lastIsPrefix: Bool = true) -> [[Range<Int>]] {
    words.enumerated().map { position, word in
      [range(word, isPrefix: lastIsPrefix && position == words.count - 1, in: titles)]
    }
  }
}
