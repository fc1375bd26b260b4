/// Queries whose film is known, made of the titles of popular films, always the same ones.
struct JudgedQueries {
  struct Query {
    var text: String
    /// The rank of the film that the user means.
    var film: Int
  }

  private let files: FilmFiles
  private var generator = Generator()

  init(_ files: FilmFiles) { self.files = files }

  private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 42
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// The kinds of queries with their names.
  mutating func all() -> [(name: String, queries: [Query])] {
    [
      ("exact titles", popular(1_500).map { Query(text: files.titles[$0], film: $0) }),
      ("beginnings of 6 letters and more", beginnings()),
      ("words in another order", reordered()),
      ("one typing error, finished", popular(1_600).compactMap { slip(files.titles[$0], $0) }),
      (
        "one typing error, unfinished",
        popular(600).compactMap { slip(files.titles[$0], $0) }.filter { $0.text.count > 8 }
          .map { Query(text: String($0.text.dropLast(2)), film: $0.film) }
      ),
      ("Korean", korean { $0 }), ("Korean without spaces", korean { $0.filter { $0 != " " } }),
      ("Korean, initial consonants", korean(initials)),
    ]
  }

  private func popular(_ count: Int) -> Range<Int> { 0..<min(count, files.titles.count) }

  private func beginnings() -> [Query] {
    popular(600).filter { files.titles[$0].count > 8 }.map { Query(text: String(files.titles[$0].prefix(6)), film: $0) }
  }

  private func reordered() -> [Query] {
    popular(600).compactMap { film in
      let words = files.titles[film].split(separator: " ")
      return words.count > 2 ? Query(text: words.reversed().joined(separator: " "), film: film) : nil
    }
  }

  private func korean(_ change: (String) -> String) -> [Query] {
    popular(600).compactMap { film in
      guard let title = files.koreanTitles[film], title.count > 2, !initials(title).contains("?") else { return nil }
      return Query(text: change(title), film: film)
    }
  }

  /// The initial consonants; `?` for anything but Hangul and spaces.
  private func initials(_ title: String) -> String {
    let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    return String(
      title.unicodeScalars.filter { $0 != " " }.map { scalar in
        (0xAC00...0xD7A3).contains(scalar.value) ? consonants[Int(scalar.value - 0xAC00) / 588] : "?"
      })
  }

  /// A title with one letter dropped, doubled, wrong or swapped with the next one; nil if it is too short.
  private mutating func slip(_ title: String, _ film: Int) -> Query? {
    let letters = Array(title)
    guard letters.count(where: \.isLetter) >= 5,
      let index = letters.indices.filter({ letters[$0].isLetter }).randomElement(using: &generator)
    else { return nil }
    var typed = letters
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: typed.remove(at: index)
    case 1: typed.insert(letters[index], at: index)
    case 2: typed[index] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "a"
    default: if index + 1 < letters.count { typed.swapAt(index, index + 1) }
    }
    return typed == letters ? nil : Query(text: String(typed), film: film)
  }
}
