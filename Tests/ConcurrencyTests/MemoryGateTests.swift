import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MemoryGateTests {
  private struct Expired: Error {}

  private let gate = MemoryGate(limit: 300)

  private func reservation(isInBatch: Bool = false) -> MemoryGate.Reservation {
    MemoryGate.Reservation(gate, isInBatch: isInBatch)
  }

  /// Starts to wait, in the order of the calls.
  private func reserve(
    _ bytes: Int, isSlow: Bool = false, _ reservation: MemoryGate.Reservation
  ) -> Task<Bool, any Error> {
    Task.immediate { try await reservation.reserve(bytes, isSlow: isSlow) }
  }

  @Test func `memory is granted in the order of the calls, as soon as it fits`() async throws {
    let order = Observed<[Int]>([])
    let first = reservation()
    #expect(try await first.reserve(250) == false)
    let waiting = (0..<3).map { number in
      let reservation = reservation()
      return Task.immediate {
        // The second and the third would fit.
        _ = try await reservation.reserve(number == 0 ? 200 : 20)
        order.change { $0.append(number) }
      }
    }
    #expect(order.value.isEmpty)
    // The response is smaller than its estimate.
    #expect(first.end(responseBytes: 60) == 60)
    for task in waiting { try await task.value }
    #expect(order.value.sorted() == [0, 1, 2])
  }

  @Test func `slow requests leave a third to the others, and wait in a queue of their own`() async throws {
    let slow = (0..<3).map { _ in reservation() }
    let tasks = slow.map { reserve(100, isSlow: true, $0) }
    for task in tasks.prefix(2) { #expect(try await task.value == false) }
    #expect(try await reservation().reserve(100) == false)
    #expect(!slow[2].isWaitingForReader)
    tasks[2].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[2].value }
  }

  @Test func `a slow request that waits for others expires, one that waits for the reader does not`() async throws {
    let (first, second, third) = (reservation(), reservation(), reservation())
    #expect(try await first.reserve(150, isSlow: true) == false)
    let expired = reserve(100, isSlow: true, second)
    second.expire(Expired())
    await #expect(throws: Expired.self) { try await expired.value }
    #expect(first.end(responseBytes: 150) == 150)
    let waiting = reserve(100, isSlow: true, third)
    #expect(third.isWaitingForReader)
    third.expire(Expired())
    gate.release(150)
    #expect(try await waiting.value == true)
  }

  @Test func `a request that never fits is granted when nothing else uses memory`() async throws {
    let (first, second) = (reservation(), reservation())
    #expect(try await first.reserve(1_000) == false)
    let waiting = reserve(1_000, second)
    #expect(first.end(responseBytes: 10) == 10)
    gate.release(10)
    #expect(try await waiting.value == true)
  }

  @Test func `a batch that fills the memory alone is told so`() async throws {
    let (first, second, third) = (reservation(isInBatch: true), reservation(isInBatch: true), reservation())
    #expect(try await first.reserve(200) == false)
    let waiting = reserve(200, second)
    #expect(first.end(responseBytes: 200) == 200)
    await #expect(throws: MemoryGate.Overloaded.self) { try await waiting.value }
    // What is in no batch goes on.
    #expect(try await third.reserve(200) == false)
    gate.completeBatch(200)
  }

  @Test func `a response that does not fit into its batch counts nothing`() async throws {
    let (first, second) = (reservation(isInBatch: true), reservation(isInBatch: true))
    for entry in [first, second] { #expect(try await entry.reserve(10) == false) }
    #expect(first.end(responseBytes: 250) == 250)
    #expect(second.end(responseBytes: 60) == nil)
    #expect(try await reservation().reserve(50) == false)
  }

  @Test func `when the client leaves, all waits end`() async throws {
    let (first, second) = (reservation(), reservation())
    #expect(try await first.reserve(300) == false)
    let waiting = reserve(300, second)
    gate.close()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await reservation().reserve(1) }
  }

  @Test func `the answer to its own request ends a wait, which goes on for others`() async throws {
    let (first, second) = (reservation(), reservation())
    #expect(try await first.reserve(300) == false)
    let waiting = reserve(300, second)
    #expect(second.end(responseBytes: 20) == 0)
    #expect(try await waiting.value == false)
  }
}
