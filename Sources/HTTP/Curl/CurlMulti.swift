import CCurl

/// The transfers in progress and their connections: a libcurl multi handle. For one thread, except for `wake`.
final class CurlMulti {
  private let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  private let sockets: CurlSockets
  /// Keeps the objects alive to which libcurl's handles point, also if this thread is given up.
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var lastTimeout: ContinuousClock.Instant?

  private static let connectionsPerHost = 6

  /// The longest wait while there are transfers, in case that a wake-up is lost.
  private static let longestWait = Duration.seconds(1)

  init(_ library: CurlLibrary, _ sockets: CurlSockets) throws(HTTPError) {
    let curl = library.functions.pointee
    guard let handle = curl.curl_multi_init() else { throw .noDescriptors }
    // Without descriptors, libcurl makes a handle that cannot be woken.
    guard curl.curl_multi_wakeup(handle) == CURLM_OK else {
      _ = curl.curl_multi_cleanup(handle)
      throw .noDescriptors
    }
    (self.library, self.handle, self.sockets) = (library, handle, sockets)
    _ = curl_multi_set_long(library.functions, handle, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
    _ = curl_multi_set_long(library.functions, handle, CURLMOPT_MAXCONNECTS, 2 * Self.connectionsPerHost)
  }

  /// Ends all transfers with this error. Must be the last call.
  func close(_ error: any Error) {
    for transfer in transfers.values { end(transfer, .failure(error)) }
    _ = curl.curl_multi_cleanup(handle)
  }

  private var curl: curl_library { library.functions.pointee }

  /// Whether there are no transfers, so that nothing happens before the next command.
  var isIdle: Bool { transfers.isEmpty }

  /// Ends the wait in `step`. May be called on any thread.
  func wake() { _ = curl.curl_multi_wakeup(handle) }

  func start(_ transfer: CurlTransfer) {
    // It may have been cancelled.
    guard !transfer.completion.isCompleted else { return }
    do {
      let easy = try transfer.prepare(library, sockets, maximumConnectionAge: maximumConnectionAge)
      guard curl.curl_multi_add_handle(handle, easy) == CURLM_OK else { throw HTTPError.tooManyTransfers }
      transfers[easy] = transfer
    } catch {
      transfer.close()
      transfer.completion.fail(error)
    }
  }

  /// The maximum age of a connection to reuse, in seconds; nil for no limit. After a timeout, all from before it may be
  /// dead, and each one reused would make one more transfer time out.
  private var maximumConnectionAge: Int? {
    // libcurl takes whole seconds, and zero would mean no limit.
    lastTimeout.map { Int(max(($0.duration(to: .now)).components.seconds, 1)) }
  }

  func stop(_ transfer: CurlTransfer) { end(transfer, .failure(CancellationError())) }

  /// Makes all progress that is possible without blocking, then waits for activity or for `wake`.
  func step() {
    var running: Int32 = 0
    _ = curl.curl_multi_perform(handle, &running)
    endCompleted()
    let wait = endOverdue()
    guard !isIdle else { return }
    let milliseconds = wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000
    // Rounded up; otherwise the loop would spin during the last millisecond.
    _ = curl.curl_multi_poll(handle, nil, 0, Int32(milliseconds + 1), nil)
  }

  private func endCompleted() {
    var remaining: Int32 = 0
    while let message = curl.curl_multi_info_read(handle, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle, let transfer = transfers[easy]
      else { continue }
      // Removing the handle frees the message.
      let code = message.pointee.data.result
      if let result = transfer.result(code) {
        end(transfer, result)
      } else {
        _ = curl.curl_multi_remove_handle(handle, easy)
        guard curl.curl_multi_add_handle(handle, easy) != CURLM_OK else { continue }
        end(transfer, .failure(HTTPError.tooManyTransfers))
      }
    }
  }

  /// Ends overdue transfers, for which libcurl's own deadline begins again at each redirect. Returns the time until the
  /// next.
  private func endOverdue() -> Duration {
    let now = ContinuousClock.now
    var wait = Self.longestWait
    for transfer in transfers.values {
      if transfer.deadline <= now {
        end(transfer, .failure(HTTPError.late))
      } else {
        wait = min(wait, transfer.deadline - now)
      }
    }
    return wait
  }

  private func end(_ transfer: CurlTransfer, _ result: Result<HTTPResponse, any Error>) {
    // First, because removing the handle makes an old libcurl wait for the thread that resolves the host name.
    transfer.completion.resolve(result)
    if case .failure(let error as HTTPError) = result, error.reason == .timeout { lastTimeout = .now }
    if let easy = transfer.easy, transfers.removeValue(forKey: easy) != nil {
      _ = curl.curl_multi_remove_handle(handle, easy)
      transfer.close()
    }
  }
}
