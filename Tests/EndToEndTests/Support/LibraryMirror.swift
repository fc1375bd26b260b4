import JSON

/// A client's copy of the library, maintained by notifications alone: the marks of its entries, as text.
struct LibraryMirror {
  private(set) var marks: [String: String] = [:]
  private(set) var revision = 0

  init() {}

  /// Starts from a result of `library`.
  init(listing: JSON) throws {
    guard let revision = listing["revision"]?.int, let items = listing["items"]?.array else {
      throw Failure("Not a listing: \(listing.jsonText)")
    }
    self.revision = revision
    for item in items { insert(item) }
  }

  private mutating func insert(_ movie: JSON) { marks[movie["id"]?.string ?? ""] = movie["mark"]?.jsonText ?? "none" }

  /// Applies library notifications that are newer; ignores others.
  mutating func apply(_ notifications: [JSON]) throws {
    for notification in notifications where notification["method"] == "libraryChanged" {
      guard let params = notification["params"], let next = params["revision"]?.int else {
        throw Failure("No revision in \(notification.jsonText)")
      }
      guard params["previousRevision"]?.int == revision, next > revision else {
        throw Failure("A gap after revision \(revision) of the library: \(notification.jsonText)")
      }
      for id in params["removed"]?.array ?? [] { marks[id.string ?? ""] = nil }
      for movie in params["changed"]?.array ?? [] { insert(movie) }
      guard params["total"]?.int == marks.count else {
        throw Failure("The total differs from the \(marks.count) known entries: \(notification.jsonText)")
      }
      revision = next
    }
  }
}
