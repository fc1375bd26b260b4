import Concurrency
import TestSupport
import Testing

@testable import MovieCore

/// Requests to a service that wait for memory, and what the wait costs them.
@Suite(.timeLimit(.minutes(20)))
struct MemoryTests {
  private static let answerBytes = 2 * RequestContext.page

  /// Room for one answer of a service, and a third for others.
  private let gate = MemoryGate(limit: Self.answerBytes * 3 / 2)
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture(timeLimit: .seconds(20), largestAnswerBytes: Self.answerBytes) }

  private func context() -> RequestContext {
    RequestContext(memory: MemoryGate.Reservation(gate, isInBatch: false))
  }

  private func detail(_ number: Int, _ context: RequestContext) -> Task<MovieID, any Error> {
    let session = fixture.session
    return Task.immediate {
      try await session.detail(Movie.numbered(number).id, reviews: 0, context: context).movie.id
    }
  }

  private func answer(_ index: Int) async throws {
    let id = try await fixture.catalog.details.waitForCall(index)
    try await fixture.catalog.details.answer(index, MovieDetail(movie: Movie(id: id, title: "A")))
  }

  @Test func `a request has all its time after it waited for the client to read`() async throws {
    // A response that the client does not read.
    let unread = MemoryGate.Reservation(gate, isInBatch: false)
    _ = try await unread.reserve(Self.answerBytes)
    #expect(unread.end(responseBytes: Self.answerBytes) == Self.answerBytes)
    let waiting = detail(1, context())
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .seconds(20))
    try await fixture.clock.sleepers(0)
    gate.release(Self.answerBytes)
    try await fixture.catalog.details.waitForCall(0)
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .seconds(19))
    try await answer(0)
    #expect(try await waiting.value == Movie.numbered(1).id)
  }

  @Test func `the wait for other requests to services counts`() async throws {
    let first = detail(1, context())
    try await fixture.catalog.details.waitForCall(0)
    let second = detail(2, context())
    try await fixture.clock.sleepers(2)
    fixture.clock.advance(by: .seconds(20))
    for task in [first, second] {
      let error = await #expect(throws: MovieError.self) { try await task.value }
      #expect(error?.reason == .upstreamTimeout)
    }
    #expect(fixture.catalog.details.arguments == [Movie.numbered(1).id])
  }

  @Test func `a star waits neither for the client nor for services that others ask`() async throws {
    let first = detail(1, context())
    try await fixture.catalog.details.waitForCall(0)
    let session = fixture.session
    let star = Task.immediate { try await session.star(.id(Movie.numbered(2).id)) }
    try await fixture.catalog.movies.answer(0, .numbered(2))
    #expect(try await star.value.changed)
    try await answer(0)
    _ = try await first.value
  }
}
