import CCurl

/// The thread of all transfers to a service, which the first one starts. Without transfers it sleeps in the kernel.
final class CurlLoop: Sendable {
  private enum Command: Sendable {
    case start(CurlTransfer)
    case stop(CurlTransfer)
    case end(any Error)
  }

  private let mailbox: Mailbox<Command>
  private let sockets: CurlSockets
  private let hasEnded: Mutex<Bool>

  /// - Parameter load: called on the thread, because loading takes milliseconds.
  init(_ load: @escaping @Sendable () throws(HTTPError) -> CurlLibrary) {
    let (sockets, hasEnded) = (CurlSockets(), Mutex(false))
    (self.sockets, self.hasEnded) = (sockets, hasEnded)
    mailbox = Mailbox { mailbox in
      // A command may come as the thread ends.
      guard !hasEnded.withLock(\.self) else { return Self.fail(mailbox.takeAll(), .stalled) }
      do throws(HTTPError) {
        Self.work(mailbox, try CurlMulti(try load(), sockets))
        hasEnded.withLock { $0 = true }
      } catch {
        Self.fail(mailbox.takeAll(), error)
      }
    } withoutThread: { mailbox, error in
      Self.fail(mailbox.takeAll(), .noThread(error))
    }
  }

  func start(_ transfer: CurlTransfer) { mailbox.send(.start(transfer)) }

  /// Ends the transfer, whatever its state; does nothing if it has ended.
  func stop(_ transfer: CurlTransfer) { mailbox.send(.stop(transfer), startingThread: false) }

  /// Ends the thread, if there is one, and all transfers. Must be the last call.
  func close() { mailbox.send(.end(CancellationError()), startingThread: false) }

  /// Ends all connections, which may free a thread that hangs in libcurl. No transfer may be started any more.
  func giveUp() {
    sockets.shutDown()
    mailbox.send(.end(HTTPError.stalled), startingThread: false)
  }

  var isGone: Bool { hasEnded.withLock(\.self) }

  private static func work(_ mailbox: Mailbox<Command>, _ multi: CurlMulti) {
    mailbox.setWaker(multi.wake)
    while true {
      for command in multi.isIdle ? mailbox.receive() : mailbox.takeAll() {
        switch command {
        case .start(let transfer): multi.start(transfer)
        case .stop(let transfer): multi.stop(transfer)
        case .end(let error):
          // First, so that no wake reaches a closed handle.
          mailbox.setWaker(nil)
          return multi.close(error)
        }
      }
      multi.step()
    }
  }

  private static func fail(_ commands: [Command], _ error: HTTPError) {
    for case .start(let transfer) in commands { transfer.completion.fail(error) }
  }
}
