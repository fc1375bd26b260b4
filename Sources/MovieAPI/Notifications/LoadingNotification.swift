import JSON
import JSONRPC
import MovieCore

/// `loading`: work that a spinner may show has begun or ended.
struct LoadingNotification: OutgoingNotification {
  static let name = "loading"

  private let loading: Loading

  init(_ loading: Loading) { self.loading = loading }

  var method: String { Self.name }
  /// One spinner per request.
  var foldKey: String { loading.request?.jsonText ?? "" }
  var topic: String { Self.name }

  func encodeParams(to writer: inout JSONWriter) {
    writer.object { params in
      params.member("list", loading.list)
      params.member("kind", loading.kind.rawValue)
      if let request = loading.request { params.member("request", request) }
      params.member("active", loading.outcome == nil)
      params.member("outcome", loading.outcome?.rawValue)
    }
  }

  /// The end stands for the beginning that nobody has seen.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
