/// What the store's thread is sent.
extension LibraryStore {
  struct Operation: Sendable {
    /// Whether it needs a transaction.
    var isChange: Bool
    /// Runs the operation. Returns a closure that completes its task, to be called when the result is durable. A
    /// `MovieError`, after which nothing was written, fails this task only.
    var perform: @Sendable (LibraryFile) throws -> @Sendable () -> Void
    /// Completes the operation's task with an error.
    var fail: @Sendable (any Error) -> Void
  }

  enum Message: Sendable {
    case operation(Operation)
    /// Another process may have changed the file.
    case checkForChanges
    case close
  }

  /// Messages that the thread handles together.
  struct Batch {
    var operations: [Operation] = []
    var mustCheck = false
    var isClosing = false
    /// Whether there are no messages, which means that `receive` timed out.
    let isEmpty: Bool

    init(_ messages: [Message]) {
      isEmpty = messages.isEmpty
      for message in messages {
        switch message {
        case .operation(let operation): operations.append(operation)
        case .checkForChanges: mustCheck = true
        case .close: isClosing = true
        }
      }
    }
  }
}
