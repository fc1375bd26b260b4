extension FilmSearch {
  /// Further people with the same words in their names are ignored.
  private static let maximumPeople = 100
  /// A query of more words is not divided into a title and a name.
  private static let maximumDividedWords = 6

  /// The people whose names have the words of a query, the last one unfinished.
  ///
  /// - Parameter folded: folded text in UTF-8.
  /// - Returns: their ranks; if there are none, those of the people with similar names.
  public func people(_ folded: [UInt8], count: Int) -> [Int] {
    let query = folded.withUnsafeBufferPointer { Query($0) }
    guard !query.words.isEmpty else { return [] }
    var found = Array(ranks(ofPeople: nameAlternatives(query.words), maximum: count))
    if query.words.count > 1 || query.isInitials {
      let others = [[query.joined], query.isInitials ? [[Letters.initials] + query.joined] : []].joined()
      for word in others {
        for rank in ranks(ofPeople: [[range(word, isPrefix: true, in: people)]], maximum: count)
        where !found.contains(rank) { found.append(rank) }
      }
    }
    if found.isEmpty { found = correctedPeople(query.words).map(\.rank) }
    return found.prefix(count).map(Int.init)
  }

  /// The films of a person, the most popular first.
  public func films(ofPerson rank: Int) -> [Int] {
    guard (0..<creditEnds.count).contains(rank) else { return [] }
    return credits.slice(ArrayView<UInt32>.range(of: rank, in: creditEnds)).map(Int.init).filter { $0 < years.count }
  }

  /// Films of people with these names, then films of a person with words of a title, or of two people.
  func addPeople(_ words: [[UInt8]], to collector: inout Collector) {
    add(filmsOfPeople(named: words), to: &collector)
    guard (2...Self.maximumDividedWords).contains(words.count), !collector.isFull else { return }
    var found = Set<UInt32>()
    for split in 1..<words.count {
      let (head, tail) = (Array(words[..<split]), Array(words[split...]))
      found.formUnion(films(ofName: head, lastIsPrefix: false, andRest: tail, restIsLast: true))
      found.formUnion(films(ofName: tail, lastIsPrefix: true, andRest: head, restIsLast: false))
    }
    add(found.sorted(), to: &collector)
  }

  private func films(
    ofName name: [[UInt8]], lastIsPrefix: Bool, andRest rest: [[UInt8]], restIsLast: Bool
  ) -> [UInt32] {
    let films = filmsOfPeople(named: name, lastIsPrefix: lastIsPrefix)
    guard !films.isEmpty else { return [] }
    let ranges = ranges(rest, lastIsPrefix: restIsLast)
    // Each pair of names comes twice; once is enough.
    let others = restIsLast ? Set(filmsOfPeople(named: rest)) : []
    return films.filter { rank in
      if others.contains(rank) { return true }
      let words = titles.words(ofDocument: rank)
      return ranges.allSatisfy { alternatives in
        words.contains { word in alternatives.contains { $0.contains(Int(word)) } }
      }
    }
  }

  /// The films of the most popular people whose names have all the words, ascending. One letter is no name.
  private func filmsOfPeople(named words: [[UInt8]], lastIsPrefix: Bool = true) -> [UInt32] {
    let joined = Array(words.joined())
    guard joined.count > 1 else { return [] }
    var ranks = films(ofPeople: nameAlternatives(words, lastIsPrefix: lastIsPrefix))
    // 봉 준호
    if words.count > 1 { ranks += films(ofPeople: [[range(joined, isPrefix: lastIsPrefix, in: people)]]) }
    return ranks.sorted()
  }

  /// Each word as a word of a name, or as the inner part of one: 준호 finds 봉준호.
  private func nameAlternatives(_ words: [[UInt8]], lastIsPrefix: Bool = true) -> [[Range<Int>]] {
    words.enumerated().map { position, word in
      let isPrefix = lastIsPrefix && position == words.count - 1
      let plain = range(word, isPrefix: isPrefix, in: people)
      return word[0] < 0x80 ? [plain] : [plain, range([Letters.inner] + word, isPrefix: isPrefix, in: people)]
    }
  }

  func films(ofPeople alternatives: [[Range<Int>]]) -> [UInt32] {
    films(ofPeople: ranks(ofPeople: alternatives, maximum: Self.maximumPeople))
  }

  func films(ofPeople persons: some Sequence<UInt32>) -> [UInt32] {
    persons.prefix(Self.maximumPeople)
      .flatMap { credits.slice(ArrayView<UInt32>.range(of: Int($0), in: creditEnds)) }.sorted()
  }

  private func ranks(ofPeople alternatives: [[Range<Int>]], maximum: Int) -> [UInt32] {
    var conjunction = Conjunction(people, alternatives, isPage: true)
    var ranks: [UInt32] = []
    while ranks.count < maximum, let rank = conjunction.next() { ranks.append(rank) }
    return ranks
  }
}
