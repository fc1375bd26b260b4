/// Which proxy requests go through, by the variables that curl knows.
///
/// libcurl would look them up itself, for each transfer and on its thread. Read here, once, they are a transport's own as
/// the authorities are.
struct Proxies: Sendable {
  /// `[scheme://][user:password@]host[:port]`; empty for none. Never told to anyone but libcurl: it may hold a password.
  private let http: String
  private let https: String
  /// Hosts that are reached without one, as libcurl reads the list.
  let exceptions: String

  /// - Parameter variable: nil where it is not set or empty.
  init(_ variable: (String) -> String?) {
    func first(_ names: String...) -> String { names.lazy.compactMap(variable).first ?? "" }
    // Never HTTP_PROXY: where a web server starts programs that is what a client's header `Proxy` says.
    http = first("http_proxy", "all_proxy", "ALL_PROXY")
    https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = first("no_proxy", "NO_PROXY")
  }

  func proxy(for origin: Origin) -> String { origin.scheme == "https" ? https : http }
}
