import Platform

/// The network, by libcurl: HTTP/2 where a service offers it over TLS, connections kept and shared, at most six to a
/// host. Costs nothing until the first request, which loads the library and starts the thread that all transfers run on.
///
/// Redirects of GETs are followed to the same scheme, host and port, or from http to https of the same host; up to
/// five. Proxies are taken from the environment as curl does (`https_proxy`, `no_proxy`), and certificate authorities, for
/// services and proxies alike: from `CURL_CA_BUNDLE`, else from `SSL_CERT_FILE` and `SSL_CERT_DIR`. No cookies, no
/// `.netrc`.
public final class CurlTransport: HTTPTransport {
  struct Settings: Sendable {
    var userAgent: String
    var deadline: Duration
    var maximumBytes: Int
    var inactivitySeconds: Int
    var proxies: Proxies
    var authoritiesFile: String?
    var authoritiesFolder: String?
  }

  private let settings: Settings
  private let loop: CurlLoop

  /// - Parameters:
  ///   - userAgent: such as `movie-server/1.0`.
  ///   - deadline: for requests that have none of their own.
  ///   - maximumBytes: the longest body, inflated, for requests that have no limit of their own. It is counted as the
  ///     body comes, so that a small answer that inflates to a huge one is cut early.
  ///   - inactivitySeconds: how long a host may take to accept a connection, and how long nothing may come on it. Six
  ///     leaves a slow search its time, and finds out that a network is gone before the deadline of ten does, which
  ///     matters where a request's own deadline is longer.
  public convenience init(
    userAgent: String, deadline: Duration = .seconds(10), maximumBytes: Int = 8 << 20, inactivitySeconds: Int = 6
  ) {
    self.init(
      userAgent: userAgent, deadline: deadline, maximumBytes: maximumBytes, inactivitySeconds: inactivitySeconds,
      environment: { name in getenv(name).map { String(cString: $0) } })
  }

  init(
    userAgent: String, deadline: Duration = .seconds(10), maximumBytes: Int = 8 << 20, inactivitySeconds: Int = 6,
    environment: (String) -> String?,
    library: @escaping @Sendable () -> CurlLibrary? = { CurlLibrary.shared }
  ) {
    loop = CurlLoop(library)
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    settings = Settings(
      userAgent: userAgent, deadline: deadline, maximumBytes: maximumBytes, inactivitySeconds: inactivitySeconds,
      proxies: Proxies(variable),
      authoritiesFile: variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE"),
      authoritiesFolder: variable("CURL_CA_BUNDLE") == nil ? variable("SSL_CERT_DIR") : nil)
  }

  deinit { loop.close() }

  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let transfer = CurlTransfer(request, settings)
    loop.start(transfer)
    return try await withTaskCancellationHandler {
      try await transfer.flight.value()
    } onCancel: {
      loop.stop(transfer)
    }
  }
}
