/// A queue of messages to one thread, which the first message starts. Its senders limit what they send.
public final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var hasThread = false
    var wake: (() -> Void)?

    mutating func takeAll() -> [Message] {
      defer { messages = [] }
      return messages
    }

    mutating func claimThread() -> Bool {
      defer { hasThread = true }
      return !hasThread
    }
  }

  private let state = Monitor(State())
  private let run: @Sendable (Mailbox) -> Void
  private let runWithoutThread: @Sendable (Mailbox, ThreadError) -> Void

  /// - Parameters:
  /// - run: the thread's body, which calls `receive` or `takeAll`. After it the next message starts a new thread.
  /// - withoutThread: handles all messages that are there, without waiting, if the system provides no thread.
  public init(
    run: @escaping @Sendable (Mailbox) -> Void,
    withoutThread: @escaping @Sendable (Mailbox, ThreadError) -> Void
  ) {
    self.run = run
    runWithoutThread = withoutThread
  }

  /// Adds a message and wakes the thread, or starts it unless the message may wait; never waits.
  public func send(_ message: Message, startingThread: Bool = true) {
    let needsThread = state.withLock { state in
      state.messages.append(message)
      state.wake?()
      return startingThread && state.claimThread()
    }
    if needsThread { start() } else { state.notify() }
  }

  public func startThreadIfNeeded() {
    if state.withLock({ $0.claimThread() }) { start() }
  }

  private func start() {
    do throws(ThreadError) {
      try startThread { [self] in
        run(self)
        if mustContinue() { start() }
      }
    } catch {
      repeat { runWithoutThread(self, error) } while mustContinue()
    }
  }

  /// Ends the thread's role. Returns whether the caller has to start another thread, because of new messages.
  private func mustContinue() -> Bool {
    state.withLock { state in
      state.hasThread = false
      return state.messages.isEmpty ? false : state.claimThread()
    }
  }

  /// Waits for messages, perhaps no longer than this, and takes them in sending order. Only the thread calls this.
  public func receive(milliseconds: Int? = nil) -> [Message] {
    var messages: [Message] = []
    state.wait(milliseconds: milliseconds, until: { !$0.messages.isEmpty }) { messages = $0.takeAll() }
    return messages
  }

  /// Takes the messages that are there, without waiting. Only the thread calls this.
  public func takeAll() -> [Message] { state.withLock { $0.takeAll() } }

  /// Sets a function for each `send`, for a thread that waits for more than messages, such as libcurl's poll. It runs
  /// with the lock held, so not after `setWaker(nil)` has returned.
  public func setWaker(_ wake: (() -> Void)?) { state.withLock { $0.wake = wake } }
}
