import JSON

/// The envelope that all of TMDB's lists come in.
struct TMDBPage: Sendable {
  /// The last page that the service gives, whatever it tells of further ones.
  static let last = 500
  static let size = 20

  let rows: [JSON]
  let isStale: Bool
  /// What can be reached of it.
  let total: Int
  /// False where there is more than can be reached, or the service does not tell how much there is.
  let totalIsExact: Bool
  /// Nil at the end.
  let next: Int?

  /// Nil where it is no such envelope.
  init?(_ json: JSON, number: Int, isStale: Bool) {
    guard let rows = json["results"]?.array else { return nil }
    self.rows = rows
    self.isStale = isStale
    let pages = json["total_pages"]?.wholeNumber
    // A page without rows is behind the end, whatever the count of pages was.
    let hasMore = !rows.isEmpty && number < min(pages ?? Self.last, Self.last)
    next = hasMore ? number + 1 : nil
    let reachable = Self.last * Self.size
    if let total = json["total_results"]?.wholeNumber, total >= 0 {
      self.total = min(total, reachable)
      totalIsExact = total <= reachable
    } else {
      total = min(number - 1, Self.last) * Self.size + rows.count
      totalIsExact = !hasMore
    }
  }
}
