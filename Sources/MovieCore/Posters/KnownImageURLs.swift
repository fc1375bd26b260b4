import Concurrency

/// The image URLs that this server has sent to its client. It fetches no others, so that a client cannot make it fetch
/// arbitrary addresses.
///
/// Keeps the last 10,000 to 20,000 in two generations: tracking the use of each URL would cost a search on every page.
final class KnownImageURLs: Sendable {
  private struct Generation {
    /// The catalog of each URL.
    var catalogs: [String: String] = [:]
    var posters: [MovieID: String] = [:]
  }

  private struct State {
    var current = Generation()
    var previous = Generation()
  }

  private static let generationSize = 10_000
  private let state = Mutex(State())

  /// Adds the posters of movies that are sent to the client.
  func add(_ movies: [Movie]) {
    state.withLock { state in
      for movie in movies {
        guard let url = movie.posterUrl else { continue }
        state.current.catalogs[url] = movie.id.catalog
        state.current.posters[movie.id] = url
      }
      Self.rotateIfFull(&state)
    }
  }

  /// Adds all images of a detail that is sent to the client.
  func add(_ detail: MovieDetail) {
    add([detail.movie] + detail.recommendations)
    let others = detail.companies.compactMap(\.logoUrl) + detail.castMembers.compactMap(\.profileUrl)
    state.withLock { state in
      for url in others { state.current.catalogs[url] = detail.movie.id.catalog }
      Self.rotateIfFull(&state)
    }
  }

  /// The catalog that an image URL belongs to; nil if the URL was not sent.
  func catalog(ofImage url: String) -> String? {
    state.withLock { $0.current.catalogs[url] ?? $0.previous.catalogs[url] }
  }

  /// The poster URL that was last sent for a movie.
  func posterURL(of id: MovieID) -> String? {
    state.withLock { $0.current.posters[id] ?? $0.previous.posters[id] }
  }

  private static func rotateIfFull(_ state: inout State) {
    guard state.current.catalogs.count >= generationSize else { return }
    state.previous = state.current
    state.current = Generation()
  }
}
