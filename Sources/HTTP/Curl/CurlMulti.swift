import CCurl

/// The transfers that run, with the connections they share. One thread's, but for `wake`.
final class CurlMulti {
  private let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// When a transfer last ran out of time.
  private var lastTimeout: ContinuousClock.Instant?

  private static let connectionsPerHost = 6

  init?(_ library: CurlLibrary) {
    guard let handle = library.functions.pointee.curl_multi_init() else { return nil }
    self.library = library
    self.handle = handle
    _ = curl_multi_set_long(library.functions, handle, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
    _ = curl_multi_set_long(library.functions, handle, CURLMOPT_MAXCONNECTS, 2 * Self.connectionsPerHost)
  }

  /// Ends whatever still runs. The last call.
  func close() {
    for transfer in transfers.values { stop(transfer) }
    _ = curl.curl_multi_cleanup(handle)
  }

  private var curl: curl_library { library.functions.pointee }

  /// On any thread.
  func wake() { _ = curl.curl_multi_wakeup(handle) }

  func start(_ transfer: CurlTransfer) {
    // Cancelled meanwhile.
    guard !transfer.flight.isCompleted else { return }
    do {
      let easy = try transfer.prepare(library, oldestConnection: oldestConnection)
      guard curl.curl_multi_add_handle(handle, easy) == CURLM_OK else {
        throw HTTPError.noRoom
      }
      transfers[easy] = transfer
    } catch {
      transfer.close()
      transfer.flight.fail(error)
    }
  }

  /// A transfer that runs out of time may have been the first to meet a network that is gone, or another: all connections
  /// that were made before it are mute then, and each that is kept would cost one more transfer its time. Over HTTP/2 it
  /// would be the same one again and again, for libcurl gives up the stream only.
  private var oldestConnection: Int? {
    // Whole seconds, and zero would mean any age.
    lastTimeout.map { Int(max(($0.duration(to: .now)).components.seconds, 1)) }
  }

  func stop(_ transfer: CurlTransfer) { end(transfer, .failure(CancellationError())) }

  /// Does what can be done, then waits for more or for a wake.
  func step() {
    var running: Int32 = 0
    _ = curl.curl_multi_perform(handle, &running)
    takeOutcomes()
    let wait = endLate()
    let milliseconds = wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000
    // Rounded up: otherwise it would spin for the last millisecond.
    _ = curl.curl_multi_poll(handle, nil, 0, Int32(milliseconds + 1), nil)
  }

  private func takeOutcomes() {
    var left: Int32 = 0
    while let message = curl.curl_multi_info_read(handle, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let transfer = transfers[easy]
      else { continue }
      // The message is gone once its handle is removed.
      let code = message.pointee.data.result
      if let outcome = transfer.outcome(code) {
        end(transfer, outcome)
      } else {
        _ = curl.curl_multi_remove_handle(handle, easy)
        guard curl.curl_multi_add_handle(handle, easy) != CURLM_OK else { continue }
        end(transfer, .failure(HTTPError.noRoom))
      }
    }
  }

  /// Ends those whose deadline has passed, and tells how long it is until the next one.
  ///
  /// libcurl has a deadline of its own, but one that begins anew with every redirect.
  private func endLate() -> Duration {
    let now = ContinuousClock.now
    var wait = Duration.seconds(1_000)
    for transfer in transfers.values {
      if transfer.end <= now {
        end(transfer, .failure(HTTPError(.timeout, "there was no whole answer in time")))
      } else {
        wait = min(wait, transfer.end - now)
      }
    }
    return wait
  }

  private func end(_ transfer: CurlTransfer, _ outcome: Result<HTTPResponse, any Error>) {
    // First: an old libcurl may wait for a thread that looks a host name up before it lets go of a handle.
    transfer.flight.resolve(outcome)
    if case .failure(let error as HTTPError) = outcome, error.reason == .timeout { lastTimeout = .now }
    if let easy = transfer.easy, transfers.removeValue(forKey: easy) != nil {
      _ = curl.curl_multi_remove_handle(handle, easy)
      transfer.close()
    }
  }
}
