import Concurrency
import MovieCore

/// The movies that a catalog without details has told of, so that it can tell of them again.
///
/// The last one to two thousand are kept, in two generations; asking for one keeps it.
final class RecentCache: Sendable {
  private struct State {
    var young: [MovieID: Movie] = [:]
    var old: [MovieID: Movie] = [:]
  }

  private let generationSize: Int
  private let state = Mutex(State())

  init(generationSize: Int = 1_000) { self.generationSize = generationSize }

  func add(_ movies: [Movie]) {
    state.withLock { state in
      for movie in movies { add(movie, to: &state) }
    }
  }

  subscript(id: MovieID) -> Movie? {
    state.withLock { state in
      if let movie = state.young[id] { return movie }
      guard let movie = state.old[id] else { return nil }
      add(movie, to: &state)
      return movie
    }
  }

  private func add(_ movie: Movie, to state: inout State) {
    state.young[movie.id] = movie
    guard state.young.count >= generationSize else { return }
    state.old = state.young
    state.young = [:]
  }
}
