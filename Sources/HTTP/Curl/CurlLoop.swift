import CCurl
import Concurrency

/// The thread on which all transfers run. Started by the first transfer; while there is none it waits in the kernel.
final class CurlLoop: Sendable {
  private enum Order {
    case start(CurlTransfer)
    case stop(CurlTransfer)
  }

  private struct Inbox {
    var orders: [Order] = []
    var hasThread = false
    var isClosed = false
    /// Wakes the thread, while there is something to wake.
    var wake: (() -> Void)?

    mutating func take() -> [Order] {
      defer { orders = [] }
      return orders
    }
  }

  private let inbox = Mutex(Inbox())
  /// Called on the thread: loading takes milliseconds.
  private let load: @Sendable () -> CurlLibrary?

  init(_ load: @escaping @Sendable () -> CurlLibrary?) { self.load = load }

  func start(_ transfer: CurlTransfer) { send(.start(transfer)) }

  /// Ends the transfer, wherever it is by now; nothing where it is over.
  func stop(_ transfer: CurlTransfer) { send(.stop(transfer)) }

  /// Ends the thread and whatever still runs.
  func close() {
    inbox.withLock { inbox in
      inbox.isClosed = true
      inbox.wake?()
    }
  }

  private func send(_ order: Order) {
    let needsThread = inbox.withLock { inbox in
      inbox.orders.append(order)
      inbox.wake?()
      defer { inbox.hasThread = true }
      return !inbox.hasThread
    }
    if needsThread { startThread { self.run() } }
  }

  private func run() {
    guard let library = load(), let multi = CurlMulti(library) else {
      let orders = inbox.withLock { inbox in
        inbox.hasThread = false
        return inbox.take()
      }
      for case .start(let transfer) in orders { transfer.flight.fail(HTTPError.noLibrary) }
      return
    }
    // Under the lock: a wake must not meet the end of what it wakes.
    inbox.withLock { $0.wake = multi.wake }
    while true {
      let (orders, isClosed) = inbox.withLock { ($0.take(), $0.isClosed) }
      for order in orders {
        switch order {
        case .start(let transfer): multi.start(transfer)
        case .stop(let transfer): multi.stop(transfer)
        }
      }
      if isClosed { break }
      multi.step()
    }
    inbox.withLock { $0.wake = nil }
    multi.close()
  }
}
