/// The network, through libcurl: HTTP/2 over TLS, and at most six shared connections per host. The first request to a
/// service loads the library and starts the thread of its transfers. A thread that does not return, because a service
/// sends HTTP/2 frames without a pause or a file of certificates blocks, is given up at the deadline of a transfer.
///
/// A GET follows up to five redirects, to the same scheme, host and port, or from http to https. Proxies come from the
/// environment, as with curl. Authorities come from `CURL_CA_BUNDLE`, else from `SSL_CERT_FILE` and `SSL_CERT_DIR`.
public final class CurlTransport: HTTPTransport {
  struct Settings: Sendable {
    var userAgent: String
    var inactivitySeconds: Int
    var proxies: Proxies
    var authoritiesFile: String?
    var authoritiesFolder: String?
  }

  private let settings: Settings
  private let library: @Sendable () throws(HTTPError) -> CurlLibrary
  private let state = Mutex(State())

  private struct State {
    var loops: [String: CurlLoop] = [:]
    var abandoned: [CurlLoop] = []
  }

  /// The number of threads that may hang. After that, one more delays all requests to its service.
  private static let maximumAbandoned = 4
  /// How much later than the loop's thread the caller ends a transfer that is late.
  private static let grace = Duration.milliseconds(250)

  /// - Parameter inactivitySeconds: the limit for connecting and for silence. Six are enough for a slow search, and
  ///   notice a lost network before the usual deadline of ten.
  public convenience init(userAgent: String, inactivitySeconds: Int = 6) {
    self.init(
      userAgent: userAgent, inactivitySeconds: inactivitySeconds,
      environment: { name in getenv(name).map { String(cString: $0) } })
  }

  init(
    userAgent: String, inactivitySeconds: Int, environment: (String) -> String?,
    library: @escaping @Sendable () throws(HTTPError) -> CurlLibrary = CurlLibrary.load
  ) {
    self.library = library
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    settings = Settings(
      userAgent: userAgent, inactivitySeconds: inactivitySeconds, proxies: Proxies(variable),
      authoritiesFile: variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE"),
      authoritiesFolder: variable("CURL_CA_BUNDLE") == nil ? variable("SSL_CERT_DIR") : nil)
  }

  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let transfer = CurlTransfer(request, settings)
    let loop = start(transfer, request.service)
    // The loop's thread may hang, so the deadline has a clock of its own.
    let clock = Task(executorPreference: ThreadPoolExecutor.shared) {
      try await SystemClock().sleep(until: transfer.deadline + Self.grace)
      if transfer.completion.resolve(.failure(HTTPError.late)) { self.giveUp(loop, request.service) }
    }
    defer { clock.cancel() }
    return try await withTaskCancellationHandler {
      try await transfer.completion.value()
    } onCancel: {
      loop.stop(transfer)
    }
  }

  private func start(_ transfer: CurlTransfer, _ service: String) -> CurlLoop {
    state.withLock { state in
      let loop = state.loops[service] ?? CurlLoop(library)
      state.loops[service] = loop
      // With the lock held, so that the loop is not given up before.
      loop.start(transfer)
      return loop
    }
  }

  private func giveUp(_ loop: CurlLoop, _ service: String) {
    state.withLock { state in
      state.abandoned.removeAll(where: \.isGone)
      guard state.loops[service] === loop, state.abandoned.count < Self.maximumAbandoned else { return }
      state.loops[service] = nil
      state.abandoned.append(loop)
      loop.giveUp()
    }
  }

  deinit { state.withLock { for loop in $0.loops.values { loop.close() } } }
}
