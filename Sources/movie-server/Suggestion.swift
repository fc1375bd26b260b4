/// What somebody may have meant who wrote something that nobody knows.
enum Suggestion {
  /// “; did you mean --catalog?”, or nothing where no candidate is near.
  static func hint(for text: some StringProtocol, among candidates: [String]) -> String {
    candidate(for: String(text), among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  private static func candidate(for text: String, among candidates: [String]) -> String? {
    let near = candidates.map { (text: $0, distance: editDistance($0, text)) }.min { $0.distance < $1.distance }
    // Of a short word three letters are most of it.
    return near.flatMap { $0.distance <= min(3, $0.text.utf8.count / 2) ? $0.text : nil }
  }

  /// Levenshtein's distance, in which two neighbours that have changed places are one mistake (optimal string
  /// alignment).
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8.prefix(60))
    let right = Array(right.utf8.prefix(60))
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var distance = min(rows[i][j] + (left[i] == right[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          distance = min(distance, rows[i - 1][j - 1] + 1)
        }
        row.append(distance)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
