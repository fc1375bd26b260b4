extension FilmSearch {
  /// Films with the whole title that come first. More would push better-known ones with longer titles off the page.
  private static let pinnedCount = 3

  func addExactTitles(_ query: inout Query, to collector: inout TopFilms) {
    var pinned = Array(exactTitles(&query).prefix(Self.pinnedCount))
    let last = query.words.count - 1
    if last > 0, let year = query.year(at: last) {
      var title = query.removing(at: last)
      pinned += exactTitles(&title).filter { years[$0] == year && !pinned.contains($0) }
    }
    add(pinned.prefix(Self.pinnedCount), to: &collector)
    let whole = query.words.map { [$0.whole] }
    guard query.isAbbreviation || query.endsInHangul else { return }
    // The syllable 업 is a whole word in one title, the beginning of one in others, and the unfinished 어베 in many.
    add(ConjunctiveQuery(titles, whole).prefix(Self.pinnedCount), to: &collector)
    guard query.endsInHangul, let word = query.words.last else { return }
    add(ConjunctiveQuery(titles, whole.dropLast() + [titles.words(withSyllables: word)]), to: &collector)
  }

  /// The films with the whole title: first with the article as typed, and original titles before translations. 괴물 means
  /// the film with that original title, not The Thing. Evil Dead comes before The Evil Dead, which has more votes, but
  /// an unknown film Godfather not before The Godfather.
  private func exactTitles(_ query: inout Query) -> [UInt32] {
    var found: [(group: Int, weight: Int, rank: UInt32)] = []
    query.forEachKey { key, isShortened in
      let entries = titles.keyDocuments.slice(titles.keys(key, isWhole: true))
      for entry in entries.prefix(Self.maximumExactTitles) {
        let (kind, rank) = (TitleKind(ofEntry: entry), entry & TitleKind.rankMask)
        let group = (kind == .translation ? 2 : 0) + (isShortened ? 1 : 0)
        found.append((group, (Int(rank) + 1) * (kind == .main ? 1 : Self.handicap), rank))
      }
    }
    let known = RankSet(documentCount: titles.documentCount)
    return found.sorted { $0 < $1 }.map(\.rank).filter { known.insert($0) }
  }

  /// The ranks of the films with exactly this folded title in any language, ascending.
  public func films(titled folded: [UInt8]) -> [Int] {
    var text = TitleForms()
    folded.withUnsafeBufferPointer { text.parse($0) }
    var ranks: Set<UInt32> = []
    text.forEachKey { key, isShortened in
      guard !isShortened else { return }
      let entries = titles.keyDocuments.slice(titles.keys(TermIndexBuilder.cut(key), isWhole: true))
      for entry in entries.prefix(Self.maximumExactTitles) { ranks.insert(entry & TitleKind.rankMask) }
    }
    return ranks.map(Int.init).sorted()
  }

  /// The factor by which the rank of a film has to be better if its main title is another one.
  private static let handicap = 4
  /// No title has more films of one year.
  private static let maximumExactTitles = 1_000

  /// Films with all the words in a title, the last unfinished, or with a title that begins with the query. Other words
  /// may be unfinished too: 해리 포 finds Harry Potter, and so does 해 포.
  func addTitles(_ query: Query, to collector: inout TopFilms) {
    let keys = query.joined.withUnsafeBufferPointer { titles.keys($0, isWhole: false) }
    let alternatives = Self.alternatives(query.words[...])
    if alternatives.count == 1, collector.requiredYears.isEmpty {
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
    let withKeys = RankSet(documentCount: titles.documentCount)
    withKeys.insert(titles.keyDocuments.slice(keys))
    let mergesBeginnings = mergesBeginnings(query)
    let whole = query.words.dropLast().map { $0.whole.first.map(UInt32.init) ?? .max }
    var (byWords, byKey) = (
      ConjunctiveQuery(titles, mergesBeginnings ? Self.beginnings(query) : alternatives), withKeys.makeIterator()
    )
    /// Films with beginnings only, until they are better known than the others by the handicap.
    var unfinished: ArraySlice<UInt32> = []
    var (first, second) = (byWords.next(), byKey.next())
    while !collector.isFull, first != nil || second != nil || !unfinished.isEmpty {
      let rank = min(first ?? .max, second ?? .max)
      if let other = unfinished.first, (UInt64(other) + 1) * Self.handicapOfBeginnings < UInt64(rank) + 1 {
        collector.add(unfinished.removeFirst())
        continue
      }
      if rank == second || !mergesBeginnings || titles.hasAll(whole, rank) {
        collector.add(rank)
      } else {
        unfinished.append(rank)
      }
      if first == rank { first = byWords.next() }
      if second == rank { second = byKey.next() }
    }
  }

  private static let maximumWordsWithPrefix = 40
  /// The factor by which the rank of a film has to be better if a word of the query is only the beginning of its word.
  private static let handicapOfBeginnings: UInt64 = 16
  /// If every word of a query begins more words of films, films with the words themselves fill the first page.
  private static let maximumOfBeginnings = 16_384

  private static func beginnings(_ query: Query) -> [[Range<Int>]] { query.words.map { [$0.beginning] } }

  /// Whether films with words that begin with the query's come among those that have its words.
  private func mergesBeginnings(_ query: Query) -> Bool {
    query.words.dropLast().contains { $0.beginning != $0.whole }
      && query.words.contains { titles.postings(ofWords: $0.beginning).count <= Self.maximumOfBeginnings }
  }

  /// Films with words that begin with the query's, unless they are among the others.
  func addBeginnings(_ query: Query, to collector: inout TopFilms) {
    guard query.words.dropLast().contains(where: { $0.beginning != $0.whole }), !mergesBeginnings(query) else { return }
    add(ConjunctiveQuery(titles, Self.beginnings(query)), to: &collector)
  }

  func addYears(_ query: Query, to collector: inout TopFilms) {
    for position in query.words.indices {
      guard let year = query.year(at: position) else { continue }
      let rest = query.removing(at: position)
      collector.requiredYears.append(year)
      if rest.words.isEmpty {
        for rank in 0..<UInt32(years.count) where years[rank] == year && !collector.isFull { collector.add(rank) }
      } else {
        addTitles(rest, to: &collector)
        addBeginnings(rest, to: &collector)
        addPeople(rest, to: &collector)
      }
      collector.requiredYears.removeLast()
    }
  }

  /// Films with the words inside words of a script without spaces.
  func addInner(_ query: Query, to collector: inout TopFilms) {
    guard query.joined.contains(where: { $0 >= 0x80 }) else { return }
    // As in titles, whole words and syllables come before unfinished ones.
    let joined = titles.lookUp([TermMark.inner] + query.joined)
    for alternatives in [[joined.whole], titles.words(withSyllables: joined), [joined.beginning]] {
      add(ConjunctiveQuery(titles, [alternatives]), to: &collector)
    }
    guard query.words.count > 1 else { return }
    let each = query.words.map { [$0.beginning, titles.lookUp([TermMark.inner] + $0.letters).beginning] }
    add(ConjunctiveQuery(titles, each), to: &collector)
  }

  /// Films with these initial consonants in a title or in the name of a person.
  func addInitials(_ query: Query, to collector: inout TopFilms) {
    let initials = [TermMark.initials] + query.joined
    add(ConjunctiveQuery(titles, [[titles.lookUp(initials).beginning]]), to: &collector)
    add(films(ofFirst: ConjunctiveQuery(people, [[people.lookUp(initials).beginning]], isPage: true)), to: &collector)
  }

  /// Films of the categories that the words are, and of a year among them.
  func addCategories(_ query: Query, to collector: inout TopFilms) {
    var rest = query
    var year: UInt16?
    for position in query.words.indices.reversed() where query.words.count > 1 {
      if let word = query.year(at: position) {
        year = word
        rest = rest.removing(at: position)
      }
    }
    guard !rest.words.isEmpty else { return }
    func category(_ letters: [UInt8]) -> [Range<Int>] { [titles.lookUp([TermMark.category] + letters).whole] }
    if let year { collector.requiredYears.append(year) }
    add(ConjunctiveQuery(titles, [category(rest.joined)]), to: &collector)
    add(ConjunctiveQuery(titles, rest.words.map { category($0.letters) }), to: &collector)
    if year != nil { collector.requiredYears.removeLast() }
  }

  /// The words that each word of a query means if the last one is unfinished.
  static func alternatives(_ words: ArraySlice<Query.Word>, lastIsPrefix: Bool = true) -> [[Range<Int>]] {
    var alternatives = words.map { [$0.whole] }
    if lastIsPrefix, let last = words.last { alternatives[alternatives.count - 1] = [last.beginning] }
    return alternatives
  }
}
