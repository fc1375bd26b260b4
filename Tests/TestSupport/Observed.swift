import Concurrency

/// State that a test can wait for: instead of sleeping, a test waits for a condition.
///
/// If the test's time limit cancels its task, the wait throws.
public final class Observed<State: Sendable>: Sendable {
  private struct Waiter {
    var isReady: @Sendable (State) -> Bool
    var result: SharedTask<State>
  }

  private struct Contents {
    var state: State
    var waiters: [Waiter] = []
  }

  private let contents: Mutex<Contents>

  public init(_ state: State) { contents = Mutex(Contents(state: state)) }

  public var value: State { contents.withLock { $0.state } }

  /// Changes the state, and ends the waits whose condition is now true.
  @discardableResult
  public func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    let (result, state, ready) = contents.withLock { contents in
      let result = body(&contents.state)
      let ready = contents.waiters.filter { $0.isReady(contents.state) }
      contents.waiters.removeAll { $0.isReady(contents.state) }
      return (result, contents.state, ready)
    }
    for waiter in ready { waiter.result.resolve(.success(state)) }
    return result
  }

  /// Waits until a condition is true, and returns the state at that moment.
  @discardableResult
  public func wait(until isReady: @escaping @Sendable (State) -> Bool) async throws -> State {
    let result = SharedTask<State>()
    contents.withLock { contents in
      if isReady(contents.state) {
        result.resolve(.success(contents.state))
      } else {
        contents.waiters.append(Waiter(isReady: isReady, result: result))
      }
    }
    return try await result.value()
  }
}
