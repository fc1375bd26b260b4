enum Suggestion {
  static func hint(for text: String, among candidates: [String]) -> String {
    nearest(to: text, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  /// A user who follows a suggestion must lose nothing.
  private static let deletions: Set = ["unlog", "unstar", "--remove", "--overwrite", "forget"]

  /// How other programs call a change of a film.
  private static let synonyms = ["rate": "mark --rating", "note": "mark --note", "tag": "mark --add-tag"]

  /// The candidate that a text with typing errors may stand for, or that begins with it; nil if there is none.
  static func nearest(to text: some StringProtocol, among candidates: [String]) -> String? {
    if candidates.contains("mark"), let synonym = synonyms[String(text)] { return synonym }
    let candidates = candidates.filter { !deletions.contains($0) }
    let distances = candidates.map { (text: $0, distance: editDistance($0, String(text))) }
    // More edits would replace most of a short word: “home” is not meant by “nope”.
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= min(3, (nearest.text.utf8.count + 1) / 3)
    else { return candidates.first { $0.hasPrefix(text + "-") } }
    return nearest.text
  }

  /// The optimal string alignment distance: a transposition of two adjacent letters counts as one edit.
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
