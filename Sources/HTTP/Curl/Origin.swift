import CCurl

/// The scheme, host and port of a URL, as libcurl parses them: it connects to that host.
struct Origin: Equatable {
  var scheme: String
  var host: String
  var port: String

  /// Nil if the URL is not `http` or `https`, or has user information.
  init?(_ url: String, _ library: CurlLibrary) {
    let curl = library.functions.pointee
    guard let handle = curl.curl_url() else { return nil }
    defer { curl.curl_url_cleanup(handle) }
    guard curl.curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK else { return nil }
    func part(_ part: CURLUPart) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl.curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else {
        return nil
      }
      defer { curl.curl_free(text) }
      return String(cString: text).lowercased()
    }
    guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https",
      let host = part(CURLUPART_HOST), let port = part(CURLUPART_PORT)
    else { return nil }
    (self.scheme, self.host, self.port) = (scheme, host, port)
  }

  /// Whether a redirect may get the request's secrets: to the same origin, or from http to https.
  func mayRedirect(to other: Origin) -> Bool {
    let isUpgrade = scheme == "http" && other.scheme == "https" && (other.port == "443" || other.port == port)
    return other == self || isUpgrade && other.host == host
  }
}
