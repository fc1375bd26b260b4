/// A request as it is sent, including its secrets. Must never be logged.
struct WireRequest {
  var url: String
  var headerLines: [String]

  /// - Throws: if the URL is not valid, or a header field contains a line break, which would inject into the request.
  init(_ request: HTTPRequest) throws(HTTPError) {
    url = PercentEncoding.appending(request.secrets.query, to: request.url)
    guard Self.isPlain(url) else {
      throw Self.rejection("its URL contains a space, a control character or raw Unicode")
    }
    let lowercased = url.prefix(8).lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else {
      throw Self.rejection("its URL is not http or https")
    }
    headerLines = []
    for field in request.headers + request.secrets.headers {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isHTTPToken),
        !field.value.utf8.contains(where: { $0.isASCIIControl && $0 != 0x09 })
      else { throw Self.rejection("a header field contains a control character") }
      // libcurl drops a field whose line ends with the colon.
      headerLines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }), request.method != .get {
      // Otherwise libcurl declares it as a form.
      headerLines.append(request.body.isEmpty ? "Content-Type:" : "Content-Type: application/json")
    }
    // Otherwise a long body waits one second for `100 Continue`.
    headerLines.append("Expect:")
  }

  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0.isASCIIGraphic } }

  private static func rejection(_ cause: String) -> HTTPError {
    HTTPError(.invalidRequest, "the request was not sent: \(cause)")
  }
}
