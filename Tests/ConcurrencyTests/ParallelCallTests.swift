import Concurrency
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ParallelCallTests {
  @Test func `a function runs while its caller goes on, and join returns its value`() {
    let gate = Monitor(false)
    let call = ParallelCall {
      gate.wait(until: { $0 }) { _ in }
      return [1, 2, 3]
    }
    // On the caller's thread, it would wait forever.
    gate.withLock { $0 = true }
    gate.notify()
    #expect(call.join() == [1, 2, 3])
  }
}
