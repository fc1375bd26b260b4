/// Runs tasks on one thread, in the order in which they become ready.
///
/// Some tasks wait for the same thread (the store's, a transfer's), which resumes them one after the other. Here they
/// continue in that order. On the concurrent pool any of them could run first, and responses would overtake each other.
public final class SerialTaskExecutor: TaskExecutor {
  /// A job, and the executor that has to live until the job has run.
  private struct Item: Sendable {
    var job: UnownedJob
    var executor: SerialTaskExecutor
  }

  private let mailbox = Mailbox<Item> { mailbox in
    while true {
      for item in mailbox.receive() { item.job.runSynchronously(on: item.executor.asUnownedTaskExecutor()) }
    }
  }

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) { mailbox.send(Item(job: UnownedJob(job), executor: self)) }
}
