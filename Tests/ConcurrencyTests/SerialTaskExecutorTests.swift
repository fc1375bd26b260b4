import Foundation
import TestSupport
import Testing

@testable import Concurrency

@Suite(.timeLimit(.minutes(5)))
struct SerialTaskExecutorTests {
  /// Tasks that wait at a gate, and what they report when it opens: their numbers, and the threads on which they run.
  private struct Waiting {
    let gate = SharedTask<Void>()
    let reports = Observed<[(number: Int, thread: UInt)]>([])
    let tasks: [Task<Void, any Error>]

    init(on executor: SerialTaskExecutor) async {
      tasks = (0..<50).map { [gate, reports] number in
        Task(executorPreference: executor) {
          try await gate.value()
          reports.change { $0.append((number, SerialTaskExecutorTests.thisThread)) }
        }
      }
      // It runs after those above, so that they wait at the gate when this one has ended.
      await Task(executorPreference: executor) {}.value
    }

    /// Opens the gate on a thread that is lent, and returns that thread and the reports.
    func openOnLentThread(if isLent: Bool = true) async throws -> (thread: UInt, reports: [(number: Int, thread: UInt)])
    {
      let opener = Observed<UInt?>(nil)
      Thread.detachNewThread {
        SerialTaskExecutor.lendThread(if: isLent) { gate.resolve(.success(())) }
        opener.change { $0 = SerialTaskExecutorTests.thisThread }
      }
      for task in tasks { try await task.value }
      return (try await opener.wait { $0 != nil } ?? 0, reports.value)
    }
  }

  private static var thisThread: UInt { UInt(bitPattern: pthread_self().hashValue) }

  @Test(arguments: [false, true])
  func `tasks run on one thread in the order in which they become ready`(isLent: Bool) async throws {
    let waiting = await Waiting(on: SerialTaskExecutor(acceptsThreads: true))
    let (thread, reports) = try await waiting.openOnLentThread(if: isLent)
    #expect(reports.map(\.number) == Array(0..<50))
    #expect(Set(reports.map(\.thread)).count == 1)
    #expect((reports.first?.thread == thread) == isLent)
  }

  @Test func `an executor whose jobs may block runs none on a lent thread`() async throws {
    let waiting = await Waiting(on: SerialTaskExecutor(acceptsThreads: false))
    let (thread, reports) = try await waiting.openOnLentThread()
    #expect(reports.count == 50 && !reports.contains { $0.thread == thread })
  }

  @Test func `on a lent thread too, a task waits for the one that runs`() async throws {
    let executor = SerialTaskExecutor(acceptsThreads: true)
    let waiting = await Waiting(on: executor)
    let (started, end) = (Observed(false), DispatchSemaphore(value: 0))
    func run() {
      started.change { $0 = true }
      end.wait()
      waiting.reports.change { $0.append((-1, 0)) }
    }
    let running = Task(executorPreference: executor) { run() }
    try await started.wait { $0 }
    SerialTaskExecutor.lendThread(if: true) { _ = waiting.gate.resolve(.success(())) }
    end.signal()
    await running.value
    for task in waiting.tasks { try await task.value }
    #expect(waiting.reports.value.map(\.number) == Array(-1..<50))
  }
}
