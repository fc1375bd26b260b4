import CCurl
import OperatingSystem

/// libcurl, opened on first use. Its functions may be called on any thread; a handle is for one at a time.
struct CurlLibrary: @unchecked Sendable {
  // Unchecked: the table of functions is written once, before it is shared, and never freed.
  let functions: UnsafePointer<curl_library>

  private static let loaded = Mutex<CurlLibrary?>(nil)

  /// The library, which the first call opens. A failure may be for want of descriptors, so the next call tries again.
  static func load() throws(HTTPError) -> CurlLibrary {
    try loaded.withLock { loaded throws(HTTPError) in
      if let loaded { return loaded }
      let library = try open()
      loaded = library
      return library
    }
  }

  /// GnuTLS ends the process when it gets no memory while it is loaded.
  private static let addressSpace = 256 << 20

  private static func open() throws(HTTPError) -> CurlLibrary {
    if let room = AddressSpace.room, room < addressSpace { throw .noAddressSpace }
    let table = UnsafeMutablePointer<curl_library>.allocate(capacity: 1)
    table.initialize(to: curl_library())
    var reason = [CChar](repeating: 0, count: 256)
    let state = curl_library_open(table, &reason, reason.count)
    guard state != CURL_LIBRARY_OPEN else { return CurlLibrary(functions: UnsafePointer(table)) }
    table.deallocate()
    let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    throw HTTPError(state, text)
  }

  /// libcurl's description of an error. Unlike `CURLOPT_ERRORBUFFER` it never contains a URL.
  func message(_ code: CURLcode) -> String {
    functions.pointee.curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ number: Int) {
    _ = curl_set_long(functions, easy, option, number)
  }

  /// Sets a string option; libcurl copies the text.
  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String) {
    _ = text.withCString { curl_set_pointer(functions, easy, option, $0) }
  }

  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, pointer: UnsafeRawPointer?) {
    _ = curl_set_pointer(functions, easy, option, pointer)
  }

  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, callback: @escaping curl_write_callback) {
    _ = curl_set_callback(functions, easy, option, callback)
  }

  func number(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int {
    var number = 0
    _ = curl_get_long(functions, easy, info, &number)
    return number
  }

  func text(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> String? {
    var text: UnsafePointer<CChar>?
    _ = curl_get_text(functions, easy, info, &text)
    return text.map { String(cString: $0) }
  }
}
