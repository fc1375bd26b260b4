import CCurl

/// One request in progress, including its redirects, with the response so far.
final class CurlTransfer: @unchecked Sendable {
  // Unchecked: the constants are Sendable, everything else belongs to the loop's thread.
  let completion = SharedTask<HTTPResponse>()
  let deadline: ContinuousClock.Instant
  private let request: HTTPRequest
  private let settings: CurlTransport.Settings

  private(set) var easy: UnsafeMutableRawPointer?
  private var library: CurlLibrary?
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  private var origin: Origin?
  private var redirects = 0
  private var headers: [HTTPRequest.Field] = []
  /// Whether the next line starts a header: the first, or the one after an interim response such as `103 Early Hints`.
  private var isBeforeHeader = true
  private var headerBytes = 0
  private var body: [UInt8] = []
  /// Whether the host has a private address, to which the transfer has not connected.
  private var hasPrivateAddress = false
  /// Opens the sockets of a transfer that must not lead to a private network.
  private var sockets: CurlSockets?
  private var rejection: HTTPError?

  private static let maximumRedirects = 5
  private static let maximumHeaderBytes = 128 << 10

  init(_ request: HTTPRequest, _ settings: CurlTransport.Settings) {
    (self.request, self.settings) = (request, settings)
    deadline = .now + request.timeLimit
  }

  deinit { close() }

  /// Frees libcurl's objects. The easy handle must have been removed from the multi handle.
  func close() {
    guard let curl = library?.functions.pointee else { return }
    if let easy { curl.curl_easy_cleanup(easy) }
    curl.curl_slist_free_all(headerLines)
    (easy, headerLines, library) = (nil, nil, nil)
  }

  // MARK: Setup

  /// Creates the easy handle, which points to this object until `close`. The age limits the connections to reuse.
  func prepare(
    _ library: CurlLibrary, _ sockets: CurlSockets, maximumConnectionAge: Int?
  ) throws(HTTPError) -> UnsafeMutableRawPointer {
    let wire = try WireRequest(request)
    guard let origin = Origin(wire.url, library) else {
      throw HTTPError(.invalidRequest, "the request was not sent: its URL is not valid")
    }
    guard let easy = library.functions.pointee.curl_easy_init() else {
      throw HTTPError(.unavailable, "libcurl is out of memory")
    }
    (self.library, self.easy) = (library, easy)

    setTarget(wire.url, origin, easy, library)
    library.set(easy, CURLOPT_NOPROXY, settings.proxies.exceptions)
    library.set(easy, CURLOPT_USERAGENT, settings.userAgent)
    library.set(easy, CURLOPT_NOSIGNAL, 1)
    library.set(easy, CURLOPT_ACCEPT_ENCODING, "")
    library.set(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    library.set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    library.set(easy, CURLOPT_CONNECTTIMEOUT_MS, settings.inactivitySeconds * 1_000)
    library.set(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
    library.set(easy, CURLOPT_LOW_SPEED_TIME, settings.inactivitySeconds)
    _ = curl_set_http_only(library.functions, easy)
    curl_set_quick_exit(library.functions, easy)
    sockets.use(in: easy, library)
    if !request.allowsPrivateNetwork { try requirePublicHost(origin, easy, library, sockets) }
    if let maximumConnectionAge { curl_set_maximum_connection_age(library.functions, easy, maximumConnectionAge) }
    // The library, unlike the command-line tool, does not read these variables. A proxy may use TLS too.
    if let file = settings.authoritiesFile {
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { library.set(easy, option, file) }
    }
    if let folder = settings.authoritiesFolder {
      for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { library.set(easy, option, folder) }
    }
    setMessage(wire, easy, library)
    setCallbacks(easy, library)
    return easy
  }

  private func setMessage(_ wire: WireRequest, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary) {
    for line in wire.headerLines {
      if let list = library.functions.pointee.curl_slist_append(headerLines, line) { headerLines = list }
    }
    library.set(easy, CURLOPT_HTTPHEADER, pointer: headerLines)
    if request.method != .get {
      library.set(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      if request.method == .post || !request.body.isEmpty {
        _ = curl_set_offset(library.functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        request.body.withUnsafeBytes { bytes in
          // libcurl copies the body; with nil it would read it from a callback.
          withUnsafeBytes(of: UInt8(0)) { empty in
            library.set(easy, CURLOPT_COPYPOSTFIELDS, pointer: bytes.baseAddress ?? empty.baseAddress)
          }
        }
      }
    }
  }

  private func setCallbacks(_ easy: UnsafeMutableRawPointer, _ library: CurlLibrary) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    library.set(easy, CURLOPT_HEADERDATA, pointer: this)
    library.set(easy, CURLOPT_WRITEDATA, pointer: this)
    library.set(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<CurlTransfer>.fromOpaque(transfer!).takeUnretainedValue().receiveHeader(line)
    }
    library.set(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<CurlTransfer>.fromOpaque(transfer!).takeUnretainedValue().receiveBody(part)
    }
    let progress: curl_xferinfo_callback = { transfer, _, _, _, _ in
      Unmanaged<CurlTransfer>.fromOpaque(transfer!).takeUnretainedValue().mustAbort() ? 1 : 0
    }
    curl_set_progress(library.functions, easy, progress, this)
  }

  /// Makes the transfer fail if it leads to a private network. libcurl reports each address before it connects.
  private func requirePublicHost(
    _ origin: Origin, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary, _ sockets: CurlSockets
  ) throws(HTTPError) {
    let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    guard settings.proxies.isDirect(origin) else {
      // The reported address would be the proxy's.
      guard !PrivateNetwork.contains(host: host) else { throw .privateNetwork }
      return
    }
    // An address is not reported if the transfer uses a connection of another one.
    guard !PrivateNetwork.containsAddress(host) else { throw .privateNetwork }
    self.sockets = sockets
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = curl_set_socket_callback(
      library.functions, easy,
      { transfer, _, address in
        guard let transfer, let address else { return -1 }
        return Unmanaged<CurlTransfer>.fromOpaque(transfer).takeUnretainedValue().openPublicSocket(address)
      }, this)
  }

  private func openPublicSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    guard curl_is_public(address) else {
      hasPrivateAddress = true
      return -1
    }
    return sockets?.open(address) ?? -1
  }

  private func setTarget(_ url: String, _ origin: Origin, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary) {
    self.origin = origin
    library.set(easy, CURLOPT_URL, url)
    // An empty value keeps libcurl from reading the environment.
    library.set(easy, CURLOPT_PROXY, settings.proxies.proxy(for: origin))
    // Over TLS, wait for a connection that is being made instead of making another: it may turn out to be HTTP/2.
    library.set(easy, CURLOPT_PIPEWAIT, origin.scheme == "https" ? 1 : 0)
  }

  // MARK: Callbacks

  /// Returns the number of bytes accepted; anything but all of them aborts the transfer.
  private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      rejection = HTTPError(.tooLarge, "the response header is longer than \(Self.maximumHeaderBytes) bytes")
      return 0
    }
    let text = String(decoding: line, as: UTF8.self)
    if isBeforeHeader {
      // Anything else is a trailer field, which must not be merged into the header (RFC 9110, 6.5.1).
      if text.hasPrefix("HTTP/") { (headers, isBeforeHeader) = ([], false) }
    } else if let field = HTTPRequest.Field(line: text) {
      headers.append(field)
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      isBeforeHeader = true
    }
    return line.count
  }

  private func receiveBody(_ part: UnsafeRawBufferPointer) -> Int {
    // Counted as it arrives, so that a small response that decompresses to a huge one is stopped early.
    guard part.count <= request.maximumBytes - body.count else {
      rejection = HTTPError(.tooLarge, "the response is longer than \(request.maximumBytes) bytes")
      return 0
    }
    body.append(contentsOf: part)
    return part.count
  }

  /// Called all the time: a peer that never pauses keeps libcurl from returning to the loop at the deadline.
  private func mustAbort() -> Bool {
    if deadline <= .now { rejection = .late }
    // Completed if it is cancelled.
    return rejection != nil || completion.isCompleted
  }

  // MARK: Completion

  /// The result of the exchange that has completed; nil if it was a redirect, which the transfer now follows.
  func result(_ code: CURLcode) -> Result<HTTPResponse, any Error>? {
    guard let library, let easy else { return .failure(CancellationError()) }
    if let rejection { return .failure(rejection) }
    guard code == CURLE_OK else {
      if hasPrivateAddress { return .failure(HTTPError.privateNetwork) }
      let proxyError = HTTPError(proxyStatus: library.number(easy, CURLINFO_HTTP_CONNECTCODE))
      return .failure(proxyError ?? HTTPError(code, library))
    }
    let response = HTTPResponse(status: library.number(easy, CURLINFO_RESPONSE_CODE), headers: headers, body: body)
    if response.status == 407, let proxyError = HTTPError(proxyStatus: 407) { return .failure(proxyError) }
    guard [301, 302, 303, 307, 308].contains(response.status), response["location"] != nil else {
      return .success(response)
    }
    do {
      try follow(library.text(easy, CURLINFO_REDIRECT_URL), easy, library)
      return nil
    } catch {
      return .failure(error)
    }
  }

  /// Follows a redirect. libcurl itself would send the secret header fields to other hosts.
  private func follow(_ target: String?, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary) throws(HTTPError) {
    guard request.method == .get else {
      throw HTTPError(.redirectRefused, "the service redirects a \(request.method.rawValue)")
    }
    guard redirects < Self.maximumRedirects else {
      throw HTTPError(.redirectRefused, "the service redirects more than \(Self.maximumRedirects) times")
    }
    guard let target, WireRequest.isPlain(target), let origin, let next = Origin(target, library),
      origin.mayRedirect(to: next)
    else { throw HTTPError(.redirectRefused, "the service redirects to another host") }
    let url = target.prefix { $0 != "#" }
    // If the service repeats the query in its redirect, the secrets are already there.
    let names = url.drop { $0 != "?" }.dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
    let missing = request.secrets.query.filter { !names.contains(PercentEncoding.encode($0.name)[...]) }
    setTarget(PercentEncoding.appending(missing, to: String(url)), next, easy, library)
    redirects += 1
    (headers, isBeforeHeader, headerBytes, body) = ([], true, 0, [])
  }
}

extension HTTPRequest.Field {
  /// Parses a header line; nil if it is not a field, such as the empty line at the end.
  fileprivate init?(line: String) {
    let bytes = line.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon != bytes.startIndex else { return nil }
    guard let first = bytes.first, !first.isASCIIWhitespace else { return nil }
    let value = bytes[bytes.index(after: colon)...].trimming { $0.isASCIIWhitespace }
    self.init(String(line[..<colon]).lowercased(), String(Substring(value)))
  }
}
