import Concurrency

/// State that a test can wait for: instead of sleeping, it says what it waits for and goes on when that holds.
///
/// The wait ends with an error when the test's time limit cancels its task.
public final class Observed<State: Sendable>: Sendable {
  private struct Contents {
    var state: State
    var waiters: [(isReady: @Sendable (State) -> Bool, flight: SharedTask<State>)] = []
  }

  private let contents: Mutex<Contents>

  public init(_ state: State) { contents = Mutex(Contents(state: state)) }

  public var value: State { contents.withLock { $0.state } }

  @discardableResult
  public func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    let (result, state, ready) = contents.withLock { contents in
      let result = body(&contents.state)
      let ready = contents.waiters.filter { $0.isReady(contents.state) }.map(\.flight)
      contents.waiters.removeAll { $0.isReady(contents.state) }
      return (result, contents.state, ready)
    }
    for flight in ready { flight.resolve(.success(state)) }
    return result
  }

  @discardableResult
  public func wait(until isReady: @escaping @Sendable (State) -> Bool) async throws -> State {
    let flight = SharedTask<State>()
    contents.withLock { contents in
      if isReady(contents.state) {
        flight.resolve(.success(contents.state))
      } else {
        contents.waiters.append((isReady, flight))
      }
    }
    return try await flight.value()
  }
}
