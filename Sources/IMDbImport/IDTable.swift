/// Finds the row of an id: a hash table with open addressing. An entry is one word, so a lookup reads one cache line.
struct IDTable: ~Copyable {
  private var entries: UnsafeMutablePointer<UInt64>
  private var capacityBits = 10
  private(set) var count = 0

  /// No entry: rows are below it.
  private static let empty = UInt64.max

  init() { entries = Self.allocate(capacityBits) }

  deinit { entries.deallocate() }

  @inline(__always)
  func row(of id: UInt32) -> UInt32? {
    let entry = entries[index(of: id)]
    return entry == Self.empty ? nil : UInt32(truncatingIfNeeded: entry)
  }

  /// Adds an id with a row, less than `UInt32.max`, unless it is there. Returns its row.
  @inline(__always)
  mutating func insert(_ id: UInt32, row: UInt32) -> UInt32 {
    var index = index(of: id)
    if entries[index] != Self.empty { return UInt32(truncatingIfNeeded: entries[index]) }
    if count * 2 >= 1 << capacityBits {
      grow()
      index = self.index(of: id)
    }
    entries[index] = UInt64(id) << 32 | UInt64(row)
    count += 1
    return row
  }

  /// The index of the entry of an id, or of the empty one where it belongs. At least half of the entries are empty.
  @inline(__always)
  private func index(of id: UInt32) -> Int {
    let mask = 1 << capacityBits - 1
    // Fibonacci hashing: ids are mostly consecutive numbers, which it spreads evenly.
    var index = Int(truncatingIfNeeded: (UInt64(id) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - capacityBits))
    while entries[index] != Self.empty, UInt32(truncatingIfNeeded: entries[index] >> 32) != id {
      index = (index + 1) & mask
    }
    return index
  }

  private mutating func grow() {
    let (old, oldCount) = (entries, 1 << capacityBits)
    capacityBits += 1
    entries = Self.allocate(capacityBits)
    for index in 0..<oldCount where old[index] != Self.empty {
      entries[self.index(of: UInt32(truncatingIfNeeded: old[index] >> 32))] = old[index]
    }
    old.deallocate()
  }

  private static func allocate(_ bits: Int) -> UnsafeMutablePointer<UInt64> {
    let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << bits)
    entries.initialize(repeating: empty, count: 1 << bits)
    return entries
  }
}
