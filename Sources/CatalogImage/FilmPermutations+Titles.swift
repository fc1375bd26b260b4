import Platform
import Text

extension FilmPermutations {
  /// The films by their folded titles, as users of each language see them, then by rank. The texts are by row; a film
  /// without a translation has its title in all languages.
  static func byTitle(
    _ titles: [FilmTables.Text], _ translations: FilmTables.Translations, rows: [UInt32],
    pool: UnsafeBufferPointer<UInt8>
  ) -> [[UInt32]] {
    [sorted(rows.map { titles[Int($0)] }, pool)]
      + translations.map { texts in
        sorted(rows.map { texts[Int($0)] == 0 ? titles[Int($0)] : texts[Int($0)] }, pool)
      }
  }

  private struct TitleKey {
    /// The first eight letters as a number that compares as they do, which decides nearly every comparison.
    var head: UInt64
    var start: UInt32
    var count: UInt16
    var film: UInt32
  }

  /// - Parameter titles: by rank.
  private static func sorted(_ titles: [FilmTables.Text], _ pool: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var letters: [UInt8] = []
    var keys: [TitleKey] = []
    for (rank, title) in titles.enumerated() {
      let folded = TextFolding.fold(CatalogWriter.cut(title, pool)).prefix(Int(UInt16.max))
      keys.append(
        TitleKey(
          head: folded.withUnsafeBufferPointer { WordTable.head($0, 0) }, start: UInt32(letters.count),
          count: UInt16(folded.count), film: UInt32(rank)))
      letters.append(contentsOf: folded)
    }
    letters.withUnsafeBufferPointer { letters in keys.sort { precedes($0, $1, letters) } }
    return keys.map(\.film)
  }

  private static func precedes(
    _ left: TitleKey, _ right: TitleKey, _ letters: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if left.head != right.head { return left.head < right.head }
    let length = Int(min(left.count, right.count))
    if length > 8, let base = letters.baseAddress {
      let order = memcmp(base + Int(left.start), base + Int(right.start), length)
      if order != 0 { return order < 0 }
    }
    return left.count == right.count ? left.film < right.film : left.count < right.count
  }
}
