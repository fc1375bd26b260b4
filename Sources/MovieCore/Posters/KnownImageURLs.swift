import Concurrency

/// The addresses of pictures that a client was given: nothing else is ever fetched for it.
///
/// Whoever tells a client of movies adds them. The last ten to twenty thousand are kept, in two generations: a list in
/// use would cost a search at every page.
public final class KnownImageURLs: Sendable {
  private struct Generation {
    /// The catalog of each address.
    var catalogs: [String: String] = [:]
    var posters: [MovieID: String] = [:]
  }

  private struct State {
    var young = Generation()
    var old = Generation()
  }

  private static let generationSize = 10_000
  private let state = Mutex(State())

  public init() {}

  /// Adds the posters of movies that a client is told of.
  public func add(_ movies: [Movie]) {
    state.withLock { state in
      for movie in movies {
        guard let url = movie.posterUrl else { continue }
        state.young.catalogs[url] = movie.id.catalog
        state.young.posters[movie.id] = url
      }
      Self.age(&state)
    }
  }

  func add(_ detail: MovieDetail) {
    add([detail.movie] + detail.recommendations)
    let others = detail.companies.compactMap(\.logoUrl) + detail.castMembers.compactMap(\.profileUrl)
    state.withLock { state in
      for url in others { state.young.catalogs[url] = detail.movie.id.catalog }
      Self.age(&state)
    }
  }

  func catalog(of url: String) -> String? {
    state.withLock { $0.young.catalogs[url] ?? $0.old.catalogs[url] }
  }

  func poster(of id: MovieID) -> String? {
    state.withLock { $0.young.posters[id] ?? $0.old.posters[id] }
  }

  private static func age(_ state: inout State) {
    guard state.young.catalogs.count >= generationSize else { return }
    state.old = state.young
    state.young = Generation()
  }
}
