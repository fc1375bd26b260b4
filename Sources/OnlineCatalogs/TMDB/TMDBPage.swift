/// A page of one of TMDB's lists, all of which have the same envelope.
struct TMDBPage: Sendable {
  /// The last page that can be requested, even if the service reports more.
  static let last = 500
  static let size = 20
  /// The maximum number of rows of one page that are used, though the service sends no more than about twenty.
  static let maximumRows = 100

  let rows: [JSON]
  let isStale: Bool
  let total: Int
  /// False if there are more rows than can be requested, or the service has sent no total.
  let totalIsExact: Bool
  let next: Int?

  init?(_ json: JSON, number: Int, isStale: Bool) {
    guard let rows = json["results"]?.array else { return nil }
    self.rows = Array(rows.prefix(Self.maximumRows))
    self.isStale = isStale
    let pages = json["total_pages"]?.wholeNumber
    // A page without rows is beyond the end, whatever the number of pages says.
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
