/// Assigns received messages to the lines of a transcript.
struct Alignment {
  /// The similarity of each line to each message: 3 for a match, 0 for no relation.
  let similarity: [[Int]]
  let messageCount: Int

  /// Returns the line of each message in the assignment that keeps the order and has the greatest similarity.
  func inOrder() -> [Int?] {
    // best[i][j] is the greatest similarity of the lines from i and the messages from j.
    var best = Array(repeating: Array(repeating: 0, count: messageCount + 1), count: similarity.count + 1)
    for i in similarity.indices.reversed() {
      for j in (0..<messageCount).reversed() {
        let paired = similarity[i][j] > 0 ? similarity[i][j] + best[i + 1][j + 1] : 0
        best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
      }
    }
    var lines = [Int?](repeating: nil, count: messageCount)
    var (i, j) = (0, 0)
    while i < similarity.count, j < messageCount {
      if similarity[i][j] > 0, best[i][j] == similarity[i][j] + best[i + 1][j + 1] {
        lines[j] = i
        (i, j) = (i + 1, j + 1)
      } else if best[i][j] == best[i + 1][j] {
        i += 1
      } else {
        j += 1
      }
    }
    return lines
  }

  /// Returns the line of each message without regard to the order; the most similar are assigned first.
  func inAnyOrder() -> [Int?] {
    var lines = [Int?](repeating: nil, count: messageCount)
    var free = Array(similarity.indices)
    for wanted in [3, 2, 1] {
      for message in 0..<messageCount where lines[message] == nil {
        guard let index = free.firstIndex(where: { similarity[$0][message] == wanted }) else { continue }
        lines[message] = free.remove(at: index)
      }
    }
    return lines
  }
}
