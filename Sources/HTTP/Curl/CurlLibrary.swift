import CCurl

/// libcurl, opened when it is first asked for. Its functions may be called on any thread; a handle on one at a time.
struct CurlLibrary: @unchecked Sendable {
  // Unchecked: the table of functions is written once, before anyone has it, and never freed.
  let functions: UnsafePointer<curl_library>

  /// Nil where there is no libcurl, as in an executable that is linked statically.
  static let shared: CurlLibrary? = {
    let table = UnsafeMutablePointer<curl_library>.allocate(capacity: 1)
    table.initialize(to: curl_library())
    guard curl_library_open(table) else {
      table.deallocate()
      return nil
    }
    return CurlLibrary(functions: UnsafePointer(table))
  }()

  /// What libcurl calls the error. Unlike `CURLOPT_ERRORBUFFER` this never holds a URL.
  func message(_ code: CURLcode) -> String {
    functions.pointee.curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ number: Int) {
    _ = curl_set_long(functions, easy, option, number)
  }

  /// libcurl copies the text.
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
