/// A pseudorandom permutation that depends only on its seed and size, in every process.
///
/// Any part of it costs only its own length, unlike that of a shuffle. It is a Feistel network of four rounds on the
/// smallest power of four that is not less than the size. A result beyond the size is permuted again (cycle walking),
/// fewer than four times on average.
public struct SeededPermutation: Sendable {
  private let count: Int
  private let halfWidth: Int
  private let keys: [UInt64]

  /// A permutation of the numbers from 0 on.
  public init(of count: Int, seed: Int) {
    self.count = count
    halfWidth = max(1, (Int.bitWidth - max(0, count - 1).leadingZeroBitCount + 1) / 2)
    var generator = SeededGenerator(seed: seed)
    keys = (0..<4).map { _ in generator.next() }
  }

  /// The element at a place, which must be less than the number of elements.
  public subscript(place: Int) -> Int {
    precondition((0..<count).contains(place))
    var number = place
    repeat { number = permuted(number) } while number >= count
    return number
  }

  private func permuted(_ number: Int) -> Int {
    let mask = 1 << halfWidth - 1
    var (left, right) = (number >> halfWidth, number & mask)
    for key in keys {
      var generator = SeededGenerator(seed: Int(truncatingIfNeeded: key) ^ right)
      (left, right) = (right, left ^ Int(truncatingIfNeeded: generator.next()) & mask)
    }
    return left << halfWidth | right
  }
}
