import JSON
import LibraryStore
import TestSupport

@testable import MovieCore

/// A session with a scripted catalog, a manual clock, and a real favorites store in a temporary folder.
final class SessionFixture: Sendable {
  let catalog: ScriptedCatalog
  let clock = ManualClock()
  let session: ClientSession
  let favorites: LibraryStore
  let events = Observed<[any Event]>([])
  private let folder = TemporaryFolder()

  init(
    sections: [String] = [], ignoresCancels: Bool = false, timeLimit: Duration? = nil,
    largestAnswerBytes: Int = RequestContext.page
  ) throws {
    catalog = ScriptedCatalog(
      sections: sections, ignoresCancels: ignoresCancels, largestAnswerBytes: largestAnswerBytes)
    favorites = LibraryStore(directory: folder.path)
    session = ClientSession(
      catalogs: try Catalogs([catalog], default: "test"), favorites: favorites,
      timeLimit: TimeLimit(timeLimit, clock: clock)
    ) { [events] event in
      events.change { $0.append(event) }
      return true
    }
  }

  deinit { favorites.close(milliseconds: 5_000) }

  /// Starts a search like the reader's thread: everything that depends on the order is done when this returns.
  func search(
    _ text: String, list: String = "search", limit: Int = 2, debounce: Duration? = nil, context: RequestContext = .none
  ) -> Task<Page, any Error> {
    Task.immediate { [session] in
      try await session.search(
        SearchQuery(text: text), list: list, catalog: nil, limit: limit, debounce: debounce, context: context)
    }
  }

  func nextPage(_ list: String = "search", context: RequestContext = .none) -> Task<Page, any Error> {
    Task.immediate { [session] in try await session.nextPage(list: list, context: context) }
  }

  /// Ends the join window of a page.
  func passJoinWindow() async throws {
    try await clock.sleepers(1)
    clock.advance(by: MovieList.joinWindow)
  }

  /// The queries of all searches so far.
  var searched: [String] {
    catalog.batches.arguments.compactMap { call in
      if case .search(let query) = call.listing { query.text } else { nil }
    }
  }

  /// The loading events so far, such as `search:1 begin`, `search:1 ok`.
  var loading: [String] {
    events.value.compactMap { event in
      guard let loading = event as? Loading else { return nil }
      let request = loading.request?.jsonText ?? "-"
      return "\(loading.kind):\(request) \(loading.outcome?.rawValue ?? "begin")"
    }
  }
}

/// The reason why the task failed; nil if it succeeded.
func reason(_ task: Task<some Sendable, any Error>) async -> String? {
  do {
    _ = try await task.value
    return nil
  } catch let error as MovieError {
    return error.reason.rawValue
  } catch is CancellationError {
    return "cancelled"
  } catch {
    return "\(error)"
  }
}

extension RequestContext: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral id: Int) { self.init(id: .integer(id)) }
  public init(stringLiteral id: String) { self.init(id: .string(id)) }
}
