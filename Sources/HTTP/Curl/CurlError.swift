import CCurl

extension HTTPError {
  /// - Parameter code: how a transfer ended; anything but `CURLE_OK`.
  init(_ code: CURLcode, _ library: CurlLibrary) {
    // What libcurl before 8.6 says of a header line that is longer than it takes.
    if code == CURLE_OUT_OF_MEMORY {
      self.init(.tooLarge, "the answer's header has too long a line")
      return
    }
    // Also of a slim system that has no authorities at all. To ask again is of no use.
    if [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE].contains(code) {
      self.init(
        .unavailable,
        "no authority that is known here vouches for its certificate (on Debian and Ubuntu: apt install"
          + " ca-certificates; for an authority of one's own: SSL_CERT_FILE)")
      return
    }
    let reason: Reason =
      switch code {
      case CURLE_OPERATION_TIMEDOUT: .timeout
      case CURLE_FILESIZE_EXCEEDED, CURLcode(100) /* CURLE_TOO_LARGE, 8.6 */: .tooLarge
      // For anything but HTTP on the line libcurl says "unsupported protocol": it takes it for HTTP/0.9.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
        CURLE_WRITE_ERROR:
        .malformed
      // CURLE_HTTP2 among them: it is also what a service's goodbye to a connection with open streams ends in.
      default: .unreachable
      }
    self.init(reason, library.message(code))
  }

  /// What a proxy answered instead of reaching the service; nil where it has reached it, or there is none.
  ///
  /// A proxy that wants to know who one is is not to be asked again: some lock a user out after the third wrong password.
  init?(proxyStatus status: Int) {
    guard status != 0, !(200..<300).contains(status) else { return nil }
    self =
      status == 407
      ? HTTPError(.unavailable, "the proxy asks for a user and a password, or refuses those in its address (407)")
      : HTTPError(.unreachable, "the proxy does not reach the service: it answers with status \(status)")
  }

  static let noRoom = HTTPError(.unavailable, "libcurl takes no more transfers")

  static let noLibrary = HTTPError(
    .unavailable,
    "libcurl could not be loaded: online catalogs need it (on Debian and Ubuntu: apt install libcurl4)")
}
