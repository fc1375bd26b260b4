import Platform
import Text

extension FilmPermutations {
  /// The films by their folded titles, as users of each language see them, then by rank. The texts are by row; a film
  /// without a translation has its title in all languages.
  static func byTitle(
    _ titles: [FilmTables.Text], _ translations: FilmTables.Translations, rows: [UInt32],
    pool: UnsafeBufferPointer<UInt8>
  ) -> [[UInt32]] {
    var keys = TitleKeys()
    let own = keys.sorted(titles, rows, pool)
    return [own.map(\.film)]
      + translations.map { texts in
        // Few films have a translation, so that merging is faster than sorting all again.
        let translated = keys.sorted(texts, rows, pool)
        return keys.merged(own.filter { texts[Int(rows[Int($0.film)])] == 0 }, translated)
      }
  }
}

private struct TitleKeys {
  struct Key {
    /// The first eight letters as a number that compares as they do, which decides nearly every comparison.
    var head: UInt64
    var start: UInt32
    var count: UInt16
    var film: UInt32
  }

  private var letters: [UInt8] = []

  /// The keys of the films that have a title, in their order.
  mutating func sorted(
    _ titles: [FilmTables.Text], _ rows: [UInt32], _ pool: UnsafeBufferPointer<UInt8>
  ) -> [Key] {
    var keys: [Key] = []
    for (rank, row) in rows.enumerated() where titles[Int(row)] != 0 {
      let folded = TextFolding.fold(CatalogWriter.cut(titles[Int(row)], pool)).prefix(Int(UInt16.max))
      keys.append(
        Key(
          head: folded.withUnsafeBufferPointer { WordTable.head($0, 0) }, start: UInt32(letters.count),
          count: UInt16(folded.count), film: UInt32(rank)))
      letters.append(contentsOf: folded)
    }
    letters.withUnsafeBufferPointer { letters in keys.sort { Self.precedes($0, $1, letters) } }
    return keys
  }

  func merged(_ first: [Key], _ second: [Key]) -> [UInt32] {
    var films: [UInt32] = []
    films.reserveCapacity(first.count + second.count)
    var next = second[...]
    letters.withUnsafeBufferPointer { letters in
      for key in first {
        while let other = next.first, Self.precedes(other, key, letters) {
          films.append(other.film)
          next.removeFirst()
        }
        films.append(key.film)
      }
    }
    return films + next.map(\.film)
  }

  private static func precedes(_ left: Key, _ right: Key, _ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.head != right.head { return left.head < right.head }
    let length = Int(min(left.count, right.count))
    if length > 8, let base = letters.baseAddress {
      let order = memcmp(base + Int(left.start), base + Int(right.start), length)
      if order != 0 { return order < 0 }
    }
    return left.count == right.count ? left.film < right.film : left.count < right.count
  }
}
