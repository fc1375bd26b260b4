import JSON
import JSONRPC
import MovieCore

/// `favoritesChanged`: the favorites are different now, by this process or another.
struct FavoritesChangedNotification: OutgoingNotification {
  static let name = "favoritesChanged"

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
