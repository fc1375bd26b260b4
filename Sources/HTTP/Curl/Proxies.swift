/// The proxies from the variables that curl uses. They are read once, and not by libcurl for each transfer on its
/// thread.
struct Proxies: Sendable {
  /// `[scheme://][user:password@]host[:port]`; empty for no proxy. Passed to libcurl only: it may contain a password.
  private let http: String
  private let https: String
  let exceptions: String

  init(_ variable: (String) -> String?) {
    func first(_ names: String...) -> String { names.lazy.compactMap(variable).first ?? "" }
    // Never HTTP_PROXY: in a program that a web server started, it holds the client's `Proxy` header.
    http = first("http_proxy", "all_proxy", "ALL_PROXY")
    https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = first("no_proxy", "NO_PROXY")
  }

  /// Whether a request to any host goes there without a proxy. The exceptions to a proxy for single hosts do not count.
  func isDirect(_ origin: Origin) -> Bool { proxy(for: origin).isEmpty || exceptions == "*" }

  func proxy(for origin: Origin) -> String { origin.scheme == "https" ? https : http }
}
