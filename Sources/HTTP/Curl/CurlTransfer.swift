import CCurl
import Concurrency

/// One request on its way, redirects included. Owns its easy handle, its header lines and what has come so far.
final class CurlTransfer: @unchecked Sendable {
  // Unchecked: the constants are Sendable, all else belongs to the loop's thread.
  let flight = SharedTask<HTTPResponse>()
  let end: ContinuousClock.Instant
  private let request: HTTPRequest
  private let settings: CurlTransport.Settings
  private let maximumBytes: Int

  private(set) var easy: UnsafeMutableRawPointer?
  private var library: CurlLibrary?
  private var lines: UnsafeMutablePointer<curl_slist>?
  private var origin: Origin?
  private var redirects = 0
  private var headers: [HTTPRequest.Field] = []
  /// Whether the next line begins a header: the first one, or that after an interim answer such as "103 Early Hints".
  private var isBeforeHeader = true
  private var headerBytes = 0
  private var body: [UInt8] = []
  /// Why a callback broke the transfer off.
  private var refusal: HTTPError?

  private static let maximumRedirects = 5
  private static let maximumHeaderBytes = 128 << 10

  init(_ request: HTTPRequest, _ settings: CurlTransport.Settings) {
    self.request = request
    self.settings = settings
    maximumBytes = request.maximumBytes ?? settings.maximumBytes
    end = .now + (request.deadline ?? settings.deadline)
  }

  deinit { close() }

  /// Frees what libcurl holds for it. The handle must be out of the loop by now.
  func close() {
    guard let curl = library?.functions.pointee else { return }
    if let easy { curl.curl_easy_cleanup(easy) }
    curl.curl_slist_free_all(lines)
    (easy, lines, library) = (nil, nil, nil)
  }

  // MARK: Before

  /// Makes the easy handle. It points at this object, which must stay for as long as the handle is in use.
  ///
  /// - Parameter oldestConnection: how old a kept connection may be to be used, in seconds; nil for any age.
  func prepare(
    _ library: CurlLibrary, oldestConnection: Int?
  ) throws(HTTPError) -> UnsafeMutableRawPointer {
    let wire = try WireRequest(request)
    guard let origin = Origin(wire.url, library) else {
      throw HTTPError(.malformed, "the request is not sent: its URL is not valid")
    }
    guard let easy = library.functions.pointee.curl_easy_init() else {
      throw HTTPError(.unavailable, "libcurl has no memory")
    }
    self.library = library
    self.easy = easy

    aim(at: wire.url, origin, easy, library)
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
    curl_set_no_wait_for_lookup(library.functions, easy)
    _ = curl_set_private_sockets(library.functions, easy)
    if let oldestConnection { curl_set_oldest_connection(library.functions, easy, oldestConnection) }
    // The command-line tool reads these variables, the library does not. A proxy too may be spoken to over TLS.
    if let file = settings.authoritiesFile {
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { library.set(easy, option, file) }
    }
    if let folder = settings.authoritiesFolder {
      for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { library.set(easy, option, folder) }
    }

    for line in wire.headerLines {
      if let longer = library.functions.pointee.curl_slist_append(lines, line) { lines = longer }
    }
    library.set(easy, CURLOPT_HTTPHEADER, pointer: lines)
    if request.method != .get {
      library.set(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      if request.method == .post || !request.body.isEmpty {
        _ = curl_set_offset(library.functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        request.body.withUnsafeBytes { bytes in
          // Copied; nil would mean that it is read from a callback.
          withUnsafeBytes(of: UInt8(0)) { none in
            library.set(easy, CURLOPT_COPYPOSTFIELDS, pointer: bytes.baseAddress ?? none.baseAddress)
          }
        }
      }
    }

    let this = Unmanaged.passUnretained(self).toOpaque()
    library.set(easy, CURLOPT_HEADERDATA, pointer: this)
    library.set(easy, CURLOPT_WRITEDATA, pointer: this)
    library.set(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<CurlTransfer>.fromOpaque(transfer!).takeUnretainedValue().takeHeader(line)
    }
    library.set(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<CurlTransfer>.fromOpaque(transfer!).takeUnretainedValue().takeBody(part)
    }
    return easy
  }

  private func aim(at url: String, _ origin: Origin, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary) {
    self.origin = origin
    library.set(easy, CURLOPT_URL, url)
    // An empty one keeps libcurl from asking the environment itself.
    library.set(easy, CURLOPT_PROXY, settings.proxies.proxy(for: origin))
    // Over TLS, rather share a connection that is being made than make another: it may turn out to be HTTP/2.
    library.set(easy, CURLOPT_PIPEWAIT, origin.scheme == "https" ? 1 : 0)
  }

  // MARK: While it runs

  /// Returns how much was taken; anything but all of it ends the transfer.
  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      refusal = HTTPError(.tooLarge, "the answer's header is longer than \(Self.maximumHeaderBytes) bytes")
      return 0
    }
    let text = String(decoding: line, as: UTF8.self)
    if isBeforeHeader {
      // Anything else is a trailer: what came after the body says nothing about it (RFC 9110, 6.5.1).
      if text.hasPrefix("HTTP/") { (headers, isBeforeHeader) = ([], false) }
    } else if let field = HTTPRequest.Field(line: text) {
      headers.append(field)
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      isBeforeHeader = true
    }
    return line.count
  }

  private func takeBody(_ part: UnsafeRawBufferPointer) -> Int {
    guard part.count <= maximumBytes - body.count else {
      refusal = HTTPError(.tooLarge, "the answer is longer than \(maximumBytes) bytes")
      return 0
    }
    body.append(contentsOf: part)
    return part.count
  }

  // MARK: After

  /// Takes the outcome of one exchange. Returns nil where the answer was a redirect, and the transfer is to go on.
  func outcome(_ code: CURLcode) -> Result<HTTPResponse, any Error>? {
    guard let library, let easy else { return .failure(CancellationError()) }
    if let refusal { return .failure(refusal) }
    guard code == CURLE_OK else {
      let refusal = HTTPError(proxyStatus: library.number(easy, CURLINFO_HTTP_CONNECTCODE))
      return .failure(refusal ?? HTTPError(code, library))
    }
    let response = HTTPResponse(status: library.number(easy, CURLINFO_RESPONSE_CODE), headers: headers, body: body)
    if response.status == 407, let refusal = HTTPError(proxyStatus: 407) { return .failure(refusal) }
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

  /// Redirects are followed by hand: libcurl would take the secrets in header fields to other hosts.
  private func follow(
    _ target: String?, _ easy: UnsafeMutableRawPointer, _ library: CurlLibrary
  ) throws(HTTPError) {
    guard request.method == .get else {
      throw HTTPError(.redirectRefused, "the service sends a \(request.method.rawValue) elsewhere")
    }
    guard redirects < Self.maximumRedirects else {
      throw HTTPError(.redirectRefused, "the service redirects more than \(Self.maximumRedirects) times")
    }
    guard let target, WireRequest.isPlain(target), let origin, let next = Origin(target, library),
      origin.maySend(to: next)
    else { throw HTTPError(.redirectRefused, "the service redirects to another host") }
    let url = target.prefix { $0 != "#" }
    // A service that keeps the query in its redirect has echoed the secrets in it.
    let names = url.drop { $0 != "?" }.dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
    let missing = request.secrets.query.filter { !names.contains(PercentEncoding.encode($0.name)[...]) }
    aim(at: PercentEncoding.appending(missing, to: String(url)), next, easy, library)
    redirects += 1
    (headers, isBeforeHeader, headerBytes, body) = ([], true, 0, [])
  }
}

extension HTTPRequest.Field {
  /// A line of a header; nil for the empty one at its end and for what is none.
  fileprivate init?(line: String) {
    let bytes = line.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon != bytes.startIndex else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard let first = bytes.first, !isSpace(first) else { return nil }
    var value = bytes[bytes.index(after: colon)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    self.init(String(line[..<colon]).lowercased(), String(Substring(value)))
  }
}
