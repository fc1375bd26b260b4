extension FilmSearch {
  /// Further people with the same words in their names are ignored.
  private static let maximumPeople = 100
  /// A query of more words is not divided into a title and a name.
  private static let maximumDividedWords = 6

  /// The ranks of people whose names have the words of folded text, the last unfinished, or of those with similar
  /// names, and then the query that has these.
  public func people(_ folded: [UInt8], count: Int) -> (ranks: [Int], correctedQuery: String?) {
    let query = folded.withUnsafeBufferPointer { Query($0, in: people) }
    guard !query.words.isEmpty else { return ([], nil) }
    var found = Array(ConjunctiveQuery(people, nameAlternatives(query.words[...]), isPage: true).prefix(count))
    var joined: [[UInt8]] = query.words.count > 1 ? [query.joined] : []
    if query.isInitials { joined += [query.joined, [TermMark.initials] + query.joined] }
    for letters in joined {
      let others = ConjunctiveQuery(people, [[people.lookUp(letters).beginning]], isPage: true)
      for rank in others.prefix(count) where !found.contains(rank) { found.append(rank) }
    }
    var corrected: String?
    if found.isEmpty { (found, corrected) = correctedPeople(query.words.map(\.letters)) }
    return (found.prefix(count).map(Int.init), corrected)
  }

  /// The ranks of the people with exactly this folded name, in any spacing.
  public func people(named folded: [UInt8]) -> [Int] {
    let name = folded.withUnsafeBufferPointer { Query($0, in: people) }.joined
    let keys = name.withUnsafeBufferPointer { people.keys($0, isWhole: true) }
    return people.keyDocuments.slice(keys).map { Int($0 & TitleKind.rankMask) }
  }

  public func films(ofPerson rank: Int) -> [Int] {
    (0..<credits.count).contains(rank) ? credits[rank].map(Int.init).filter { $0 < years.count } : []
  }

  /// Films of people with these names, then films of a person with words of a title, or of two people.
  func addPeople(_ query: Query, to collector: inout TopFilms) {
    let (words, names) = (query.words, query.words.map { people.lookUp($0.letters) })
    if let films = films(named: names[...]) { add(titles.set(of: films), to: &collector) }
    guard (2...Self.maximumDividedWords).contains(words.count), !collector.isFull else { return }
    let found = RankSet(documentCount: titles.documentCount)
    for split in 1..<words.count {
      let (head, tail) = (Self.alternatives(words[..<split], lastIsPrefix: false), Self.alternatives(words[split...]))
      let second = films(named: names[split...])
      // Most words are in no name, or in no title.
      guard second != nil || titles.hasWords(tail) else { continue }
      let first = films(named: names[..<split], lastIsPrefix: false)
      for (films, words) in [(first, tail), (second, head)] {
        films?.withUnsafeBufferPointer { films in
          for rank in ConjunctiveQuery(titles, words, in: films) { found.insert(rank) }
        }
      }
      guard let first, let second else { continue }
      let both = titles.set(of: first)
      for rank in second where both.contains(rank) { found.insert(rank) }
    }
    add(found, to: &collector)
  }

  /// The films of the most popular people with all words in their names; nil if there are none, or for one letter.
  private func films(named names: ArraySlice<Query.Word>, lastIsPrefix: Bool = true) -> [UInt32]? {
    guard names.count > 1 || names.first?.letters.count ?? 0 > 1 else { return nil }
    let byWords = ConjunctiveQuery(people, nameAlternatives(names, lastIsPrefix: lastIsPrefix), isPage: true)
    var persons = Array(byWords.prefix(Self.maximumPeople))
    if names.count > 1 {
      // 봉 준호
      let joined = people.lookUp(Array(names.map(\.letters).joined()))
      let alternatives = [[lastIsPrefix ? joined.beginning : joined.whole]]
      persons += ConjunctiveQuery(people, alternatives, isPage: true).prefix(Self.maximumPeople)
    }
    return persons.isEmpty ? nil : films(ofPeople: persons)
  }

  /// Each word as a word of a name, or as the inner part of one: 준호 finds 봉준호.
  private func nameAlternatives(_ names: ArraySlice<Query.Word>, lastIsPrefix: Bool = true) -> [[Range<Int>]] {
    var alternatives = Self.alternatives(names, lastIsPrefix: lastIsPrefix)
    for (position, name) in names.enumerated() where name.letters[0] >= 0x80 {
      let inner = people.lookUp([TermMark.inner] + name.letters)
      alternatives[position].append(lastIsPrefix && position == names.count - 1 ? inner.beginning : inner.whole)
    }
    return alternatives
  }

  /// The films of the most popular people, who come by rank.
  func films(ofFirst persons: some Sequence<UInt32>) -> RankSet {
    titles.set(of: films(ofPeople: Array(persons.prefix(Self.maximumPeople))))
  }

  private func films(ofPeople persons: [UInt32]) -> [UInt32] {
    // Where they are is read for all people first, because it is elsewhere in memory for each.
    let lists = persons.map { credits[Int($0)] }
    var films: [UInt32] = []
    films.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists { films.append(contentsOf: list) }
    return films
  }
}
