import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs tasks on one thread, in the order in which they become ready.
///
/// Tasks that wait for the same thread (a store, a transfer) and are resumed by it one after the other go on in that
/// order; on the concurrent pool any of them might come first, and answers would overtake each other. The thread is
/// started when it is first needed.
public final class SerialTaskExecutor: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var hasThread = false
    /// Nil until the thread runs.
    var thread: pthread_t?
  }

  private let queue = Monitor(Queue())
  /// The jobs that are ready, and the one that runs.
  private let unfinished = Atomic(0)

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unfinished.add(1, ordering: .relaxed)
    let needsThread = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.hasThread = true }
      return !queue.hasThread
    }
    if needsThread {
      startThread { [self] in
        queue.withLock { $0.thread = pthread_self() }
        while true {
          let jobs = queue.wait(until: { !$0.jobs.isEmpty }) { queue in
            defer { queue.jobs = [] }
            return queue.jobs
          }
          for job in jobs {
            job.runSynchronously(on: asUnownedTaskExecutor())
            unfinished.subtract(1, ordering: .releasing)
          }
        }
      }
    } else {
      queue.notify()
    }
  }

  /// Whether tasks that were ready before are not done yet: a caller that runs elsewhere is about to overtake them.
  /// False on the executor's own thread, where each comes in its turn.
  public var hasOthersReady: Bool {
    guard unfinished.load(ordering: .acquiring) > 0 else { return false }
    return queue.withLock { queue in queue.thread.map { pthread_equal($0, pthread_self()) == 0 } ?? true }
  }
}
