/// Runs tasks on one thread, in the order in which they become ready.
///
/// Tasks that wait for the same thread (a store, a transfer) and are resumed by it one after the other go on in that
/// order; on the concurrent pool any of them might come first, and answers would overtake each other. The thread is
/// started when it is first needed.
public final class SerialTaskExecutor: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var hasThread = false
  }

  private let queue = Monitor(Queue())

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.hasThread = true }
      return !queue.hasThread
    }
    if needsThread {
      startThread { [self] in
        while true {
          let jobs = queue.wait(until: { !$0.jobs.isEmpty }) { queue in
            defer { queue.jobs = [] }
            return queue.jobs
          }
          for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
      }
    } else {
      queue.notify()
    }
  }
}
