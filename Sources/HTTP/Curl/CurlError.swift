import CCurl

extension HTTPError {
  init(_ code: CURLcode, _ library: CurlLibrary) {
    // libcurl before 8.6 reports this for a header line over its limit.
    if code == CURLE_OUT_OF_MEMORY {
      self.init(.tooLarge, "a header line of the response is too long")
      return
    }
    // A system without any certificate authorities, such as a slim container, causes this too. Retrying does not help.
    if [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE].contains(code) {
      self.init(
        .unavailable,
        "its certificate is not signed by an authority that is trusted here (on Debian and Ubuntu, run apt install"
          + " ca-certificates; for your own authority, set SSL_CERT_FILE)")
      return
    }
    let reason: Reason =
      switch code {
      case CURLE_OPERATION_TIMEDOUT: .timeout
      case CURLE_FILESIZE_EXCEEDED, CURLcode(100) /* CURLE_TOO_LARGE, 8.6 */: .tooLarge
      // For a response that is not HTTP, libcurl says "unsupported protocol": it assumes HTTP/0.9.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
        CURLE_WRITE_ERROR:
        .malformed
      // CURLE_HTTP2 among them: it is also the result if a service sends GOAWAY on a connection with open streams.
      default: .unreachable
      }
    self.init(reason, library.message(code))
  }

  /// The error for a proxy that did not connect; nil if it did, or if there is none. It is not asked again after a
  /// wrong password: some lock a user out after the third.
  init?(proxyStatus status: Int) {
    guard status != 0, !(200..<300).contains(status) else { return nil }
    self =
      status == 407
      ? HTTPError(.unavailable, "the proxy requires a user and a password, or rejects those in its URL (status 407)")
      : HTTPError(.unreachable, "the proxy did not connect to the service: it responded with status \(status)")
  }

  init(_ state: curl_library_state, _ reason: String) {
    let message =
      switch state {
      case CURL_LIBRARY_TOO_OLD: "online catalogs need libcurl 7.68 or newer, and this is \(reason)"
      case CURL_LIBRARY_FAILED: "libcurl could not be initialized"
      default:
        "libcurl could not be loaded, and online catalogs need it (on Debian and Ubuntu, run apt install libcurl4)"
          + (reason.isEmpty ? "" : ": \(reason)")
      }
    self.init(.unavailable, message)
  }

  static let noAddressSpace = HTTPError(
    .unavailable, "the limit of this process's address space (ulimit -v) is too low for libcurl")

  static let privateNetwork = HTTPError(
    .malformed, "the request was not sent: its URL leads to this machine or to a private network")

  static let tooManyTransfers = HTTPError(.unavailable, "libcurl accepts no more transfers")

  static let noDescriptors = HTTPError(
    .unavailable, "libcurl has no descriptors for its work; this process may have too many files open")

  static func noThread(_ error: any Error) -> HTTPError { HTTPError(.unavailable, "this process \(error)") }

  static let late = HTTPError(.timeout, "the response did not complete in time")

  /// For all transfers of a thread that is given up.
  static let stalled = HTTPError(.timeout, "a transfer has blocked all others, which were ended with it")
}
