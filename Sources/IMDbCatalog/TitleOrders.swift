import MovieCore
import Platform

/// The films in the order of their folded titles, in English and in Korean.
struct TitleOrders: Sendable {
  private(set) var byTitle: [UInt32] = []
  private(set) var byKoreanTitle: [UInt32] = []

  private struct Key {
    /// The first eight letters as a number that compares as they do, which decides nearly every comparison.
    var head: UInt64
    var start: UInt32
    var count: UInt16
    var film: UInt32
  }

  private var letters: [UInt8] = []

  /// - Parameters:
  ///   - titles: by row, like the Korean ones.
  ///   - rows: the row of each film by rank.
  init(
    titles: [IMDbTables.Text], koreanTitles: [IMDbTables.Text], rows: [UInt32], pool: UnsafeBufferPointer<UInt8>
  ) {
    var keys: [Key] = []
    keys.reserveCapacity(rows.count)
    for (rank, row) in rows.enumerated() {
      keys.append(key(of: CatalogWriter.cut(titles[Int(row)], pool), rank))
    }
    sort(&keys)
    byTitle = keys.map(\.film)
    var korean: [Key] = []
    for (rank, row) in rows.enumerated() where koreanTitles[Int(row)] != 0 {
      korean.append(key(of: CatalogWriter.cut(koreanTitles[Int(row)], pool), rank))
    }
    sort(&korean)
    // Most films have no Korean title, so that merging is faster than sorting all again.
    keys.removeAll { koreanTitles[Int(rows[Int($0.film)])] != 0 }
    byKoreanTitle.reserveCapacity(rows.count)
    var next = korean[...]
    letters.withUnsafeBufferPointer { letters in
      for key in keys {
        while let other = next.first, Self.precedes(other, key, letters) {
          byKoreanTitle.append(other.film)
          next.removeFirst()
        }
        byKoreanTitle.append(key.film)
      }
    }
    byKoreanTitle += next.map(\.film)
    letters = []
  }

  private mutating func key(of title: UnsafeBufferPointer<UInt8>, _ rank: Int) -> Key {
    let folded = TextFolding.fold(title).prefix(Int(UInt16.max))
    var head: UInt64 = 0
    for index in 0..<8 { head = head << 8 | (index < folded.count ? UInt64(folded[index]) : 0) }
    defer { letters.append(contentsOf: folded) }
    return Key(head: head, start: UInt32(letters.count), count: UInt16(folded.count), film: UInt32(rank))
  }

  private func sort(_ keys: inout [Key]) {
    letters.withUnsafeBufferPointer { letters in keys.sort { Self.precedes($0, $1, letters) } }
  }

  /// Compares titles, then ranks: of films with the same title, the more popular one comes first.
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
