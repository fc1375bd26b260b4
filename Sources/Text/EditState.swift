/// The beginnings of a text near the letters read so far, n letters at bit n: the states of an automaton (Wu and
/// Manber's, with Hyyrö's transpositions) that a row of the edit matrix says too. Edits are those of optimal string
/// alignment.
public struct EditState: Sendable {
  /// By number of edits. The beginnings that are left out cost one edit for each letter.
  @usableFromInline var exact: UInt64 = 0b1
  @usableFromInline var one: UInt64 = 0b11
  @usableFromInline var two: UInt64 = 0b111
  /// The states before the last letter, from which a transposition starts, and the positions of the last letter.
  @usableFromInline var exactBefore: UInt64 = 0
  @usableFromInline var oneBefore: UInt64 = 0
  @usableFromInline var lastPositions: UInt64 = 0

  @inlinable public init() {}

  /// The state after one more letter, which stands at these positions. All beginnings of interest have one edit, or
  /// two.
  @inlinable @inline(__always)
  public func next(_ positions: UInt64, _ all: (one: UInt64, two: UInt64)) -> EditState {
    let swapped = positions & lastPositions >> 1
    var next = EditState()
    next.exact = (exact & positions) << 1
    let edited = exact << 1 | exact | next.exact << 1 | (exactBefore & swapped) << 2
    next.one = ((one & positions) << 1 | edited) & all.one
    let editedTwice = one << 1 | one | next.one << 1 | (oneBefore & swapped) << 2
    next.two = ((two & positions) << 1 | editedTwice) & all.two
    (next.exactBefore, next.oneBefore, next.lastPositions) = (exact, one, positions)
    return next
  }

  /// Whether any continuation can still match within two edits.
  @inlinable public var isAlive: Bool { exact | one | two != 0 }

  /// The next letter must match one of these positions, or else the state leaves the bound; nil if any letter will do.
  @inlinable @inline(__always)
  public func needed(_ bound: Int) -> UInt64? {
    if bound >= 1 && exact != 0 || bound >= 2 && one != 0 { return nil }
    return exact | one | two | (exactBefore | oneBefore) & lastPositions >> 1
  }

  /// The edits between the letters and the text that ends with a bit; nil if they are too many.
  @inlinable @inline(__always)
  public func edits(_ end: UInt64) -> Int? { exact & end != 0 ? 0 : one & end != 0 ? 1 : two & end != 0 ? 2 : nil }
}
