import JSON
import JSONRPC
import MovieCore

/// `favoritesChanged`: the favorites are different now, by this process or another.
struct FavoritesChangedNotification: OutgoingNotification {
  static let name = "favoritesChanged"

  static let declaration = NotificationDeclaration(
    name, "The favorites are different now, by this process or another.", .serverToClient,
    [
      .required("epoch", .string, "The life of the favorites file; revisions of different epochs cannot be compared."),
      .required("revision", .count, "The revision now."),
      .required("previousRevision", .count, "The revision that this is the difference from."),
      .required("added", .array(of: MovieResult.schema), "New favorites."),
      .required("updated", .array(of: MovieResult.schema), "Favorites with newer data."),
      .required("removed", .array(of: .movieID), "What is no favorite any more."),
      .required("total", .count, "How many favorites there are now."),
      .required("origin", .oneOf(FavoritesChange.Origin.self), "Whether this server has done it, or another one."),
    ],
    examples: [
      Example(
        "A star is new",
        [
          "epoch": "d192a0552e9e1fe7", "revision": 1, "previousRevision": 0,
          "added": [Example.oldboy.replacing("isFavorite", with: true)], "updated": [], "removed": [], "total": 1,
          "origin": "self",
        ])
    ])

  private var change: FavoritesChange

  init(_ change: FavoritesChange) { self.change = change }

  var method: String { Self.name }
  var foldKey: String { "" }
  var topic: String { "favorites" }

  func encodeParams(to writer: inout JSONWriter) {
    writer.object { params in
      params.member("epoch", change.state.epoch)
      params.member("revision", change.state.revision)
      params.member("previousRevision", change.previousRevision)
      params.name("added")
      params.array(change.added.map { MovieResult(movie: $0, isFavorite: true) })
      params.name("updated")
      params.array(change.updated.map { MovieResult(movie: $0, isFavorite: true) })
      params.member("removed", change.removed.map(\.description))
      params.member("total", change.state.total)
      params.member("origin", change.origin.rawValue)
    }
  }

  /// More movies than this are not gathered while the client does not read; it is told to ask instead.
  private static let maximumMovies = 1_000

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? {
    guard let newer = (newer as? Self)?.change, newer.state.epoch == change.state.epoch else { return nil }
    let count = change.added.count + change.updated.count + newer.added.count + newer.updated.count
    guard count <= Self.maximumMovies else { return nil }
    let touched = Set(newer.removed + newer.added.map(\.id) + newer.updated.map(\.id))
    let wasAdded = Set(change.added.map(\.id))
    var merged = change
    merged.state = newer.state
    merged.origin = change.origin == newer.origin ? newer.origin : .other
    // A movie that was added and then updated is still one that was added, with the newer data.
    merged.added =
      change.added.filter { !touched.contains($0.id) } + newer.added
      + newer.updated.filter { wasAdded.contains($0.id) }
    merged.updated =
      change.updated.filter { !touched.contains($0.id) }
      + newer.updated.filter { !wasAdded.contains($0.id) }
    merged.removed = change.removed.filter { !touched.contains($0) } + newer.removed
    return Self(merged)
  }
}
