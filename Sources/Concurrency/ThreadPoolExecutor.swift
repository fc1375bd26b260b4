/// Runs tasks on a few threads: all of the program that have no other executor. On Linux the runtime's own pool and
/// timers are Dispatch, whose manager wakes up once a second from its first job on, and which ends the process if there
/// is no descriptor left for a timer.
public final class ThreadPoolExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    var idle = 0

    // The number of requests in flight limits what is moved.
    mutating func take() -> UnownedJob? { jobs.isEmpty ? nil : jobs.removeFirst() }
  }

  /// The executor of the program. It has four threads at most, so that a few that wait for a file hold up no others.
  public static let shared = ThreadPoolExecutor(maximumThreads: 4)

  private let maximumThreads: Int
  private let state = Monitor(State())

  /// Creates an executor that lives as long as the process. A thread starts when there is a job and no idle thread.
  init(maximumThreads: Int) { self.maximumThreads = maximumThreads }

  /// Runs a job on the next free thread, or on the caller's if there is none at all: a task cannot fail for that.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count > state.idle, state.threads < maximumThreads else { return false }
      state.threads += 1
      return true
    }
    state.notifyOne()
    guard needsThread else { return }
    do throws(ThreadError) {
      try startThread { [self] in
        while true { run(nextJob()) }
      }
    } catch {
      let isAlone = state.withLock { state in
        state.threads -= 1
        return state.threads == 0
      }
      while isAlone, let job = state.withLock({ $0.take() }) { run(job) }
    }
  }

  private func nextJob() -> UnownedJob {
    state.withLock { $0.idle += 1 }
    while true {
      let job = state.wait(until: { !$0.jobs.isEmpty }) { state in
        state.idle -= 1
        return state.take()
      }
      if let job { return job }
    }
  }

  private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
