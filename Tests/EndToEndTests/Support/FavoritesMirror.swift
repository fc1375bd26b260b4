import JSON

/// A client's copy of the favorites, maintained by notifications alone.
struct FavoritesMirror {
  private(set) var ids: Set<String> = []
  private(set) var revision = 0
  private(set) var epoch: JSON?
  /// Where the copy at each revision came from.
  private(set) var origins: [Int: String] = [:]

  init() {}

  /// Starts from a result of `favorites`.
  init(listing: JSON) throws {
    guard let revision = listing["revision"]?.int, let items = listing["items"]?.array else {
      throw Failure("Not a listing: \(listing.jsonText)")
    }
    self.revision = revision
    epoch = listing["epoch"]
    ids = Set(items.compactMap { $0["id"]?.string })
  }

  /// Applies favorites notifications; ignores others.
  mutating func apply(_ notifications: [JSON]) throws {
    for notification in notifications where notification["method"] == "favoritesChanged" {
      guard let params = notification["params"], let next = params["revision"]?.int else {
        throw Failure("No revision in \(notification.jsonText)")
      }
      guard params["previousRevision"]?.int == revision, next > revision else {
        throw Failure("A gap after revision \(revision): \(notification.jsonText)")
      }
      for id in params["removed"]?.array ?? [] { ids.remove(id.string ?? "") }
      for movie in params["added"]?.array ?? [] { ids.insert(movie["id"]?.string ?? "") }
      guard params["total"]?.int == ids.count else {
        throw Failure("The total differs from the \(ids.count) known movies: \(notification.jsonText)")
      }
      for number in revision + 1...next { origins[number] = params["origin"]?.string }
      revision = next
      epoch = params["epoch"]
    }
  }
}
