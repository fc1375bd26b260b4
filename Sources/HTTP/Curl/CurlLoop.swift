import CCurl
import Concurrency

/// The thread that runs all transfers of a transport. The first transfer starts it; without transfers it sleeps in the
/// kernel.
final class CurlLoop: Sendable {
  private enum Command: Sendable {
    case start(CurlTransfer)
    case stop(CurlTransfer)
    case close
  }

  private let mailbox: Mailbox<Command>

  /// - Parameter load: called on the thread, because loading takes milliseconds. Nil if the library is not available.
  init(_ load: @escaping @Sendable () -> CurlLibrary?) {
    mailbox = Mailbox { mailbox in
      guard let library = load(), let multi = CurlMulti(library) else {
        for case .start(let transfer) in mailbox.takeAll() { transfer.completion.fail(HTTPError.noLibrary) }
        return
      }
      mailbox.setWaker(multi.wake)
      Self.run(multi, mailbox)
      // First, so that no wake reaches a closed handle.
      mailbox.setWaker(nil)
      multi.close()
    } withoutThread: { mailbox, error in
      for case .start(let transfer) in mailbox.takeAll() {
        transfer.completion.fail(HTTPError(.unavailable, "this process \(error)"))
      }
    }
  }

  func start(_ transfer: CurlTransfer) { mailbox.send(.start(transfer)) }

  /// Ends the transfer, whatever its state; does nothing if it has ended.
  func stop(_ transfer: CurlTransfer) { mailbox.send(.stop(transfer)) }

  /// Ends the thread, if there is one, and all transfers. Must be the last call.
  func close() { mailbox.send(.close, startingThread: false) }

  private static func run(_ multi: CurlMulti, _ mailbox: Mailbox<Command>) {
    while true {
      for command in mailbox.takeAll() {
        switch command {
        case .start(let transfer): multi.start(transfer)
        case .stop(let transfer): multi.stop(transfer)
        case .close: return
        }
      }
      multi.step()
    }
  }
}
