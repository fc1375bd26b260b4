/// A notification of a change of a list.
protocol ListChangedNotification<List>: ServerNotification where Cause == ListChange<List> {
  associatedtype List

  var change: Cause { get }
}

struct FavoritesChangedNotification: ListChangedNotification {
  static let name = "favoritesChanged"
  static let topic = "favorites"

  static let declaration = NotificationDeclaration(
    Self.self, "The favorites have changed, by this process or another.",
    details: "`previousRevision` shows whether the client has missed a change; then it calls `favorites` with `since`.")

  let change: FavoritesChange

  init(_ change: FavoritesChange) { self.change = change }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.change.state.epoch }
    field.required("revision", .count, "The current revision.") { $0.change.state.revision }
    field.required("previousRevision", .count, "The revision to which the changes apply.", \.change.previousRevision)
    field.required("added", .array(of: MovieResult.schema), "New favorites.") { $0.change.added }
    field.required("updated", .array(of: MovieResult.schema), "Favorites with newer data.", \.change.updated)
    field.required(
      "removed", .array(of: .movieID), "All known ids of movies that are no longer favorites.", \.change.removed)
    field.required("total", .count, "The number of favorites.") { $0.change.state.total }
    field.origin { $0.change.origin }
  }
}

struct LibraryChangedNotification: ListChangedNotification {
  static let name = "libraryChanged"
  static let topic = "library"

  static let declaration = NotificationDeclaration(
    Self.self, "What the user keeps about films has changed, on this machine or another.",
    details: """
      Every change of an entry is told, a star included. `previousRevision` shows whether the client has missed one; then \
      it calls `library` with `since`.
      """)

  let change: LibraryChange

  init(_ change: LibraryChange) { self.change = change }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.change.state.epoch }
    field.required("revision", .count, "The current revision of the library.") { $0.change.state.revision }
    field.required("previousRevision", .count, "The revision to which the changes apply.", \.change.previousRevision)
    field.required("changed", .array(of: MovieResult.schema), "Entries that are new or have changed.", \.change.updated)
    field.required(
      "removed", .array(of: .movieID), "All known ids of films that are no longer in the library.", \.change.removed)
    field.required("total", .count, "The number of entries.") { $0.change.state.total }
    field.origin { $0.change.origin }
  }
}

/// While the client does not read, at most this many movies accumulate; beyond that a `resync` replaces them.
private let maximumMovies = 1_000

extension ListChangedNotification {
  /// A change that is too large for one message is a `resync`, so that the client requests the difference.
  static func make(_ change: Cause) -> any OutgoingNotification {
    change.isComplete ? Self(change) : Resync(topics: [topic])
  }

  /// The text of an entry is beside a few hundred bytes for its ids and its mark.
  var estimatedBytes: Int { 256 + change.changed.reduce(0) { $0 + $1.text.json.utf8.count + 512 } }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? {
    guard let newer = (newer as? Self)?.change, newer.state.epoch == change.state.epoch else { return nil }
    // A change between the two was too large and is not in them, so the result must not look complete.
    guard newer.previousRevision == change.state.revision || newer.previousRevision == 0 else { return nil }
    guard change.changed.count + newer.changed.count <= maximumMovies else { return nil }
    let touched = Set(newer.removed + newer.changed.map(\.id))
    let wasAdded = Set(change.added.map(\.id))
    var merged = change
    merged.state = newer.state
    merged.origin = change.origin == newer.origin ? newer.origin : .other
    // A movie that was added and then updated counts as added, with the newer data.
    merged.added =
      change.added.filter { !touched.contains($0.id) } + newer.added + newer.updated.filter { wasAdded.contains($0.id) }
    merged.updated =
      change.updated.filter { !touched.contains($0.id) } + newer.updated.filter { !wasAdded.contains($0.id) }
    merged.removed = change.removed.filter { !touched.contains($0) } + newer.removed
    return Self(merged)
  }
}

extension FieldVisitor {
  mutating func origin(_ origin: (Object) -> ChangeOrigin) {
    required(
      "origin", .oneOf(ChangeOrigin.self),
      "Who made the changes: this process, another one on this machine, or another machine or an account."
    ) { origin($0).rawValue }
  }
}
