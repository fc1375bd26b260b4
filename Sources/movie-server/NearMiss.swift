/// What somebody may have meant who wrote something that nobody knows.
enum NearMiss {
  /// “; did you mean --catalog?”, or nothing where no candidate is near.
  static func hint(for text: some StringProtocol, among candidates: [String]) -> String {
    candidate(for: String(text), among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  private static func candidate(for text: String, among candidates: [String]) -> String? {
    let near = candidates.map { (text: $0, distance: editDistance($0, text)) }.min { $0.distance < $1.distance }
    // Of a short word three letters are most of it.
    return near.flatMap { $0.distance <= min(3, $0.text.utf8.count / 2) ? $0.text : nil }
  }

  /// Levenshtein's distance.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8.prefix(60))
    var row = Array(0...right.count)
    for (i, a) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substitution = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
