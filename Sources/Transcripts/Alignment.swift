/// Which of the messages that have come goes with which line of a transcript.
struct Alignment {
  /// How like each line is to each message: 3 where it matches, 0 where they have nothing to do with each other.
  private let likeness: [[Int]]
  private let messages: Int

  /// - Parameters:
  ///   - likeness: for each line, of each message.
  ///   - messages: how many there are.
  init(_ likeness: [[Int]], of messages: Int) {
    self.likeness = likeness
    self.messages = messages
  }

  /// For each message its line; the best of all pairings that keep the order.
  func inOrder() -> [Int?] {
    // best[i][j]: of lines from i on with messages from j on.
    var best = Array(repeating: Array(repeating: 0, count: messages + 1), count: likeness.count + 1)
    for i in likeness.indices.reversed() {
      for j in (0..<messages).reversed() {
        let together = likeness[i][j] > 0 ? likeness[i][j] + best[i + 1][j + 1] : 0
        best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
      }
    }
    var pairs = [Int?](repeating: nil, count: messages)
    var (i, j) = (0, 0)
    while i < likeness.count, j < messages {
      if likeness[i][j] > 0, best[i][j] == likeness[i][j] + best[i + 1][j + 1] {
        pairs[j] = i
        (i, j) = (i + 1, j + 1)
      } else if best[i][j] == best[i + 1][j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// For each message its line, in whatever order.
  func inAnyOrder() -> [Int?] {
    var pairs = [Int?](repeating: nil, count: messages)
    var free = likeness.indices.map { $0 }
    for wanted in [3, 2, 1] {
      for message in 0..<messages where pairs[message] == nil {
        guard let place = free.firstIndex(where: { likeness[$0][message] == wanted }) else { continue }
        pairs[message] = free.remove(at: place)
      }
    }
    return pairs
  }
}
