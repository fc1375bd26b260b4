import JSON

/// A client's picture of the favorites, made of nothing but what is pushed to it.
struct FavoritesMirror {
  private(set) var ids: Set<String> = []
  private(set) var revision = 0
  private(set) var epoch: JSON?
  /// By which revision the picture came from where.
  private(set) var origins: [Int: String] = [:]

  init() {}

  /// Begins with all that `favorites` gave.
  init(listing: JSON) throws {
    guard let revision = listing["revision"]?.int, let items = listing["items"]?.array else {
      throw Failure("This is no listing: \(listing.jsonText)")
    }
    self.revision = revision
    epoch = listing["epoch"]
    ids = Set(items.compactMap { $0["id"]?.string })
  }

  /// Takes in what is pushed; other notifications are passed over.
  mutating func apply(_ notifications: [JSON]) throws {
    for notification in notifications where notification["method"] == "favoritesChanged" {
      guard let params = notification["params"], let next = params["revision"]?.int else {
        throw Failure("No revision in \(notification.jsonText)")
      }
      guard params["previousRevision"]?.int == revision, next > revision else {
        throw Failure("A gap behind revision \(revision): \(notification.jsonText)")
      }
      for id in params["removed"]?.array ?? [] { ids.remove(id.string ?? "") }
      for movie in params["added"]?.array ?? [] { ids.insert(movie["id"]?.string ?? "") }
      guard params["total"]?.int == ids.count else {
        throw Failure("The total is not that of the \(ids.count) movies known: \(notification.jsonText)")
      }
      for number in revision + 1...next { origins[number] = params["origin"]?.string }
      revision = next
      epoch = params["epoch"]
    }
  }
}
