import Concurrency
import MovieCore
import TestSupport

/// Calls that a test answers explicitly.
final class ScriptedCalls<Argument: Sendable, Answer: Sendable>: Sendable {
  private struct Call: Sendable {
    var argument: Argument
    var answer: SharedTask<Answer>
    var wasCancelled = false
  }

  private let calls = Observed<[Call]>([])
  /// Whether a call continues after its cancellation, like one whose answer has already arrived.
  private let ignoresCancels: Bool

  init(ignoresCancels: Bool = false) { self.ignoresCancels = ignoresCancels }

  func call(_ argument: Argument) async throws -> Answer {
    let answer = SharedTask<Answer>()
    let index = calls.change { calls in
      calls.append(Call(argument: argument, answer: answer))
      return calls.count - 1
    }
    do {
      return try await ignoresCancels ? answer.uncancellableValue() : answer.value()
    } catch let error as CancellationError {
      calls.change { $0[index].wasCancelled = true }
      throw error
    }
  }

  /// The arguments of all calls so far.
  var arguments: [Argument] { calls.value.map(\.argument) }

  /// Waits for the call with this index, from 0.
  @discardableResult
  func waitForCall(_ index: Int) async throws -> Argument {
    try await calls.wait { $0.count > index }[index].argument
  }

  /// Waits for the call and answers it.
  func answer(_ index: Int, _ answer: Answer) async throws {
    try await calls.wait { $0.count > index }[index].answer.resolve(.success(answer))
  }

  func fail(_ index: Int, _ error: any Error) async throws {
    try await calls.wait { $0.count > index }[index].answer.fail(error)
  }

  /// Waits until the call is cancelled.
  func waitForCancellation(_ index: Int) async throws {
    try await calls.wait { $0.count > index && $0[index].wasCancelled }
  }
}

/// A catalog whose calls are answered by the test, in any order and at any time.
struct ScriptedCatalog: Catalog {
  struct BatchCall: Equatable, Sendable {
    var listing: Listing
    var cursor: Int
    var count: Int
  }

  let batches: ScriptedCalls<BatchCall, MovieBatch>
  let movies = ScriptedCalls<MovieID, Movie>()
  let details = ScriptedCalls<MovieID, MovieDetail>()
  let sections: [HomeSection]
  let info: CatalogInfo
  let largestAnswerBytes: Int

  init(
    name: String = "test", sections: [String] = [], ignoresCancels: Bool = false,
    largestAnswerBytes: Int = RequestContext.page
  ) {
    self.largestAnswerBytes = largestAnswerBytes
    batches = ScriptedCalls(ignoresCancels: ignoresCancels)
    info = CatalogInfo(name: name, title: "Test", capabilities: [.search])
    self.sections = sections.map { HomeSection(name: $0, title: $0.uppercased()) }
  }

  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    try await batches.call(BatchCall(listing: listing, cursor: cursor, count: count))
  }

  func movie(_ id: MovieID, language: String?) async throws -> Movie { try await movies.call(id) }

  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    try await details.call(id)
  }
}

extension Movie {
  static func numbered(_ number: Int) -> Movie {
    Movie(id: MovieID(catalog: "test", native: "\(number)"), title: "Movie \(number)")
  }
}

extension MovieBatch {
  /// A batch of the movies with these numbers.
  static func of(_ numbers: some Sequence<Int>, total: Int? = nil, next: Int? = nil) -> MovieBatch {
    let movies = numbers.map(Movie.numbered)
    return MovieBatch(movies: movies, total: total ?? movies.count, next: next)
  }
}

extension Page {
  var numbers: [Int] { items.compactMap { Int($0.id.native) } }
}
