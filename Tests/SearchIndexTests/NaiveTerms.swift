import Text

@testable import SearchIndex

/// The letters of a folded text.
func letters(_ text: some StringProtocol) -> [UInt8] {
  var letters: [UInt8] = []
  Array(text.utf8).withUnsafeBufferPointer { KeystrokeEncoding.append($0, to: &letters) }
  return letters
}

func joined(_ text: String) -> String { text.filter { $0 != " " } }

/// The terms of titles and names, and the distances of words, in the most obvious way.
enum NaiveTerms {
  private static let numbers = [
    ["1", "i", "one"], ["2", "ii", "two"], ["3", "iii", "three"], ["4", "iv", "four"], ["5", "v", "five"],
    ["6", "vi", "six"], ["7", "vii", "seven"], ["8", "viii", "eight"], ["9", "ix", "nine"], ["10", "x", "ten"],
  ]

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func isUnspaced(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x3040..<0xE000).contains(scalar)
  }

  static func ofTitle(_ title: String) -> Set<[UInt8]> {
    let words = split(title)
    var terms = Set(words.map { letters($0) }).union(innerParts(of: words))
    for word in words.dropFirst() {
      for forms in numbers where forms.contains(word) { terms.formUnion(forms.map { letters($0) }) }
    }
    return terms
  }

  static func ofName(_ name: String) -> Set<[UInt8]> {
    let words = split(name)
    var terms = Set(words.map { letters($0) }).union(innerParts(of: words))
    for start in words.indices.dropLast() { terms.insert(letters(words[start...].joined())) }
    return terms
  }

  private static func innerParts(of words: [String]) -> Set<[UInt8]> {
    var terms: Set<[UInt8]> = []
    for (position, word) in words.enumerated() {
      for index in word.indices.dropFirst() where isUnspaced(word[index]) {
        terms.insert([1] + letters(word[index...]))
      }
      guard let first = word.first, isUnspaced(first) else { continue }
      if position > 0, position < words.count - 1 { terms.insert([1] + letters(words[position...].joined())) }
      let rest = words[position...].joined()
      let initials = rest.flatMap { character -> [UInt8] in
        guard let scalar = character.unicodeScalars.first?.value, (0xAC00...0xD7A3).contains(scalar) else {
          return letters(String(character))
        }
        return [0x80 + UInt8((scalar - 0xAC00) / 588)]
      }
      if rest.unicodeScalars.contains(where: { (0xAC00...0xD7A3).contains($0.value) }) { terms.insert([2] + initials) }
    }
    return terms
  }

  static func keys(_ title: String) -> [(key: [UInt8], isShortened: Bool)] {
    let words = split(title)
    let articles = ["the", "a", "an"]
    var keys: [(key: [UInt8], isShortened: Bool)] = []
    func add(_ words: [String], isShortened: Bool) {
      guard !words.isEmpty else { return }
      let plain = letters(words.joined())
      keys.append((plain, isShortened))
      guard words.count > 1 else { return }
      let normalized = words.enumerated().compactMap { position, word -> String? in
        if word == "and" { return nil }
        guard position > 0 else { return word }
        return numbers.first { $0.contains(word) }?[0] ?? word
      }
      let key = letters(normalized.joined())
      if !key.isEmpty, key != plain { keys.append((key, isShortened)) }
    }
    add(words, isShortened: false)
    if words.count > 1 {
      if articles.contains(words[0]) { add(Array(words.dropFirst()), isShortened: true) }
      if articles.contains(words[words.count - 1]) { add(words.dropLast(), isShortened: true) }
    }
    return keys
  }

  /// The words within a number of edits; of beginnings, those that are nearer than all shorter ones.
  static func near(
    _ text: [UInt8], in vocabulary: Set<[UInt8]>, _ maximumEdits: Int, _ isPrefix: Bool
  ) -> [(text: [UInt8], words: Set<[UInt8]>, edits: Int)] {
    let words = vocabulary.filter { $0[0] >= 0x20 }
    let wanted = scalars(text)
    guard isPrefix else {
      return words.compactMap { word in
        let letters = scalars(word)
        let isFar = abs(letters.count - wanted.count) > maximumEdits
        let edits = isFar ? .max : distances(letters, wanted)[letters.count]
        return edits <= maximumEdits ? (word, [word], edits) : nil
      }
    }
    var nearest: [[UInt8]: Int] = [:]
    for word in words {
      let letters = scalars(word).prefix(wanted.count + maximumEdits)
      let distances = distances(Array(letters), wanted)
      for length in distances.indices.dropFirst() where distances[length] <= maximumEdits {
        let isNearer = distances[1..<length].allSatisfy { $0 > distances[length] }
        if isNearer { nearest[Array(letters.prefix(length).joined())] = distances[length] }
      }
    }
    return nearest.map { beginning, edits in (beginning, words.filter { $0.starts(with: beginning) }, edits) }
  }

  /// The bytes of each letter as a user counts them.
  static func scalars(_ word: [UInt8]) -> [[UInt8]] {
    var (scalars, rest) = ([[UInt8]](), word[...])
    while let first = rest.first {
      scalars.append(Array(rest.prefix(first < 0xC0 ? 1 : 3)))
      rest = rest.dropFirst(first < 0xC0 ? 1 : 3)
    }
    return scalars
  }

  /// Whether a word begins with these letters and has their last syllable.
  static func keepsSyllable(_ word: [UInt8], of beginning: [UInt8]) -> Bool {
    let (consonants, vowels): (Range<UInt8>, Range<UInt8>) = (0x80..<0x93, 0x93..<0xA1)
    guard word.starts(with: beginning), beginning.count > 1, let last = beginning.last else { return false }
    let next = word.dropFirst(beginning.count).first
    if vowels.contains(last) {
      guard let next, consonants.contains(next) else { return !(next.map(vowels.contains) ?? false) }
      return word.dropFirst(beginning.count + 1).first.map(vowels.contains) ?? false
    }
    guard consonants.contains(last), vowels.contains(beginning[beginning.count - 2]) else { return false }
    return !(next.map(vowels.contains) ?? false)
  }

  /// The optimal string alignment distance of each beginning of a word to a text.
  private static func distances(_ left: [[UInt8]], _ right: [[UInt8]]) -> [Int] {
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows.map { $0[right.count] }
  }
}
