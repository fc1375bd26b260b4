/// Runs tasks on one thread, or without one on the threads that make them ready, in the order in which they become
/// ready. On the concurrent pool, responses that one thread resumes would overtake each other.
public final class SerialTaskExecutor: TaskExecutor {
  /// A job, and the executor that has to live until the job has run.
  private struct Item: Sendable {
    var job: UnownedJob
    var executor: SerialTaskExecutor
  }

  private let mailbox = Mailbox<Item> { mailbox in
    while true { run(mailbox.receive()) }
  } withoutThread: { mailbox, _ in
    // A task cannot fail because of its executor, so the enqueuing thread runs the jobs, still one after the other.
    run(mailbox.takeAll())
  }

  private static func run(_ items: [Item]) {
    for item in items { item.job.runSynchronously(on: item.executor.asUnownedTaskExecutor()) }
  }

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) { mailbox.send(Item(job: UnownedJob(job), executor: self)) }
}
