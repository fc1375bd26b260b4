import CCurl
import Concurrency

/// The number of steps of a loop. It grows at least once a second while there are transfers, unless libcurl does not
/// return.
final class CurlTurns: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }

  func next() { number.withLock { $0 += 1 } }
}

/// The thread that runs all transfers to a service. The first transfer starts it; without transfers it sleeps in the
/// kernel. If it does not return from libcurl, `CurlLoops` gives it up.
final class CurlLoop: Sendable {
  private enum Command: Sendable {
    case start(CurlTransfer)
    case stop(CurlTransfer)
    case close
  }

  private struct State {
    var unfinished: [ObjectIdentifier: CurlTransfer] = [:]
    /// The sockets of the thread's multi handle; nil if there is no thread.
    var sockets: CurlSockets?
    var isGivenUp = false
  }

  private let mailbox: Mailbox<Command>
  private let state: Mutex<State>
  let turns: CurlTurns

  /// - Parameters:
  ///   - load: called on the thread, because loading takes milliseconds.
  ///   - onReturn: called when the thread ends after it was given up.
  init(_ load: @escaping @Sendable () throws(HTTPError) -> CurlLibrary, onReturn: @escaping @Sendable () -> Void) {
    let (state, turns) = (Mutex(State()), CurlTurns())
    (self.state, self.turns) = (state, turns)
    mailbox = Mailbox { mailbox in
      Self.work(mailbox, state, turns, load)
      if state.withLock(\.isGivenUp) { onReturn() }
    } withoutThread: { mailbox, error in
      Self.fail(mailbox.takeAll(), state, .noThread(error))
    }
  }

  func start(_ transfer: CurlTransfer) {
    state.withLock { $0.unfinished[ObjectIdentifier(transfer)] = transfer }
    mailbox.send(.start(transfer))
  }

  /// Ends the transfer, whatever its state; does nothing if it has ended.
  func stop(_ transfer: CurlTransfer) { mailbox.send(.stop(transfer), startingThread: false) }

  /// Ends the thread, if there is one, and all transfers. Must be the last call.
  func close() { mailbox.send(.close, startingThread: false) }

  /// Whether there are transfers that have not ended.
  var isWorking: Bool { state.withLock { !$0.unfinished.isEmpty } }

  /// Fails all transfers, and ends their connections, which may make the thread return. It keeps the objects that it
  /// uses until then. No transfer may be started any more.
  func giveUp() {
    let (transfers, sockets) = state.withLock { state in
      state.isGivenUp = true
      defer { state.unfinished = [:] }
      return (Array(state.unfinished.values), state.sockets)
    }
    for transfer in transfers { transfer.completion.fail(HTTPError.stalled) }
    sockets?.shutDown()
    close()
  }

  // MARK: The thread

  private static func work(
    _ mailbox: Mailbox<Command>, _ state: Mutex<State>, _ turns: CurlTurns,
    _ load: () throws(HTTPError) -> CurlLibrary
  ) {
    let sockets = CurlSockets()
    do throws(HTTPError) {
      let multi = try CurlMulti(try load(), sockets, turns) { transfer in
        state.withLock { $0.unfinished[ObjectIdentifier(transfer)] = nil }
      }
      state.withLock { $0.sockets = sockets }
      mailbox.setWaker(multi.wake)
      run(multi, mailbox, turns)
      // First, so that no wake reaches a closed handle.
      mailbox.setWaker(nil)
      multi.close()
      state.withLock { $0.sockets = nil }
    } catch {
      fail(mailbox.takeAll(), state, error)
    }
  }

  private static func run(_ multi: CurlMulti, _ mailbox: Mailbox<Command>, _ turns: CurlTurns) {
    while true {
      turns.next()
      for command in multi.isIdle ? mailbox.receive() : mailbox.takeAll() {
        switch command {
        case .start(let transfer): multi.start(transfer)
        case .stop(let transfer): multi.stop(transfer)
        case .close: return
        }
      }
      turns.next()
      multi.step()
    }
  }

  private static func fail(_ commands: [Command], _ state: Mutex<State>, _ error: HTTPError) {
    for case .start(let transfer) in commands {
      transfer.completion.fail(error)
      state.withLock { $0.unfinished[ObjectIdentifier(transfer)] = nil }
    }
  }
}
