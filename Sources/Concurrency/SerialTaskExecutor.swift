import Platform

import struct Synchronization.Atomic

/// Runs tasks on one thread, or without one on the threads that make them ready, in the order in which they become
/// ready. On the concurrent pool, responses that one thread resumes would overtake each other.
public final class SerialTaskExecutor: TaskExecutor {
  /// A job, and the executor that has to live until the job has run.
  private struct Item: Sendable {
    var job: UnownedJob
    var executor: SerialTaskExecutor

    func run() {
      executor.running.withLock { _ in job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
      executor.unfinished.subtract(1, ordering: .relaxed)
    }
  }

  private let mailbox = Mailbox<Item> { mailbox in
    while true { for item in mailbox.receive() { item.run() } }
  } withoutThread: { mailbox, _ in
    // A task cannot fail because of its executor, so the enqueuing thread runs the jobs, still one after the other.
    for item in mailbox.takeAll() { item.run() }
  }
  /// Held by the thread that runs a job.
  private let running = Mutex(())
  private let unfinished = Atomic(0)
  private let acceptsThreads: Bool

  /// - Parameter acceptsThreads: whether jobs may run in `lendThread`, so that none may block its thread for long.
  public init(acceptsThreads: Bool) { self.acceptsThreads = acceptsThreads }

  public func enqueue(_ job: consuming ExecutorJob) {
    let item = Item(job: UnownedJob(job), executor: self)
    let isFirst = unfinished.add(1, ordering: .relaxed).oldValue == 0
    if isFirst, acceptsThreads, pthread_getspecific(Self.lent) != nil { item.run() } else { mailbox.send(item) }
  }

  /// Runs the tasks that `body` resumes on this thread, if their executors have nothing else to do: a change of threads
  /// takes longer than most of what follows.
  public static func lendThread(if isLent: Bool, _ body: () -> Void) {
    pthread_setspecific(lent, UnsafeRawPointer(bitPattern: isLent ? 1 : 0))
    body()
    pthread_setspecific(lent, nil)
  }

  private static let lent: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
