import Foundation
import TestSupport
import Testing

@testable import Concurrency

@Suite(.timeLimit(.minutes(5)))
struct ThreadPoolExecutorTests {
  @Test func `every task runs once, and the number of threads is limited`() async throws {
    let executor = ThreadPoolExecutor(maximumThreads: 3)
    let threads = Observed<Set<UInt>>([])
    let tasks = (0..<500).map { number in
      Task(executorPreference: executor) {
        threads.change { _ = $0.insert(UInt(bitPattern: pthread_self().hashValue)) }
        await Task.yield()
        return number
      }
    }
    var numbers: [Int] = []
    for task in tasks { numbers.append(await task.value) }
    #expect(numbers == Array(0..<500))
    #expect((1...3).contains(threads.value.count))
  }

  @Test func `tasks whose threads are blocked hold up no others, while there are threads`() async throws {
    let executor = ThreadPoolExecutor(maximumThreads: 3)
    let (gate, blocked) = (DispatchSemaphore(value: 0), Observed(0))
    func wait() {
      blocked.change { $0 += 1 }
      gate.wait()
    }
    let waiting = (0..<2).map { _ in Task(executorPreference: executor) { wait() } }
    _ = try await blocked.wait { $0 == 2 }
    for number in 0..<100 { #expect(await Task(executorPreference: executor) { number }.value == number) }
    // All before the first is awaited: a semaphore wakes any of its threads.
    for _ in waiting { gate.signal() }
    for task in waiting { await task.value }
  }

  @Test func `child tasks and what follows a wait run on its threads too`() async throws {
    let executor = ThreadPoolExecutor(maximumThreads: 1)
    let thread = await Task(executorPreference: executor) { pthread_self() }.value
    let threads = await Task(executorPreference: executor) {
      async let child = pthread_self()
      let wakeUp = SharedTask<Void>()
      Thread.detachNewThread { wakeUp.resolve(.success(())) }
      try? await wakeUp.value()
      return [await child, pthread_self()]
    }.value
    #expect(threads == [thread, thread])
  }
}
