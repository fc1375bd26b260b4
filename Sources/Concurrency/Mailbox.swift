/// A queue of messages to one thread, which the first message starts and which handles them in the order of `send`.
public final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var hasThread = false
    /// Called with the lock held, so that it cannot run after `setWaker(nil)` has returned.
    var wake: (() -> Void)?

    mutating func takeAll() -> [Message] {
      defer { messages = [] }
      return messages
    }
  }

  private let state = Monitor(State())
  private let run: @Sendable (Mailbox) -> Void

  /// - Parameter run: the thread's body, which calls `receive` or `takeAll`. After it has returned, the next message
  ///   starts a new thread.
  public init(run: @escaping @Sendable (Mailbox) -> Void) { self.run = run }

  /// Adds a message and wakes the thread; never waits.
  ///
  /// - Parameter startingThread: false leaves the message waiting if there is no thread.
  public func send(_ message: Message, startingThread: Bool = true) {
    state.withLock { state in
      state.messages.append(message)
      state.wake?()
    }
    state.notify()
    if startingThread { startThreadIfNeeded() }
  }

  /// Starts the thread before there is a message for it.
  public func startThreadIfNeeded() {
    let isNeeded = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard isNeeded else { return }
    startThread { [self] in
      run(self)
      let hasMore = state.withLock { state in
        state.hasThread = false
        return !state.messages.isEmpty
      }
      if hasMore { startThreadIfNeeded() }
    }
  }

  /// Waits for messages and takes all of them; to be called by the thread only.
  ///
  /// - Parameter milliseconds: the longest time to wait; nil waits without limit.
  /// - Returns: the messages in the order of `send`; empty after a timeout.
  public func receive(milliseconds: Int? = nil) -> [Message] {
    var messages: [Message] = []
    state.wait(milliseconds: milliseconds, until: { !$0.messages.isEmpty }) { messages = $0.takeAll() }
    return messages
  }

  /// Takes the messages that have come, without waiting; to be called by the thread only.
  public func takeAll() -> [Message] { state.withLock { $0.takeAll() } }

  /// Sets what also wakes the thread, for one that waits for more than messages (libcurl's poll, for example).
  public func setWaker(_ wake: (() -> Void)?) { state.withLock { $0.wake = wake } }
}
