import JSON

/// Encodes responses (JSON-RPC 2.0, 5). `id` comes before the result, so that a person finds it in a log.
enum Response {
  static func encode(_ id: RequestID, result: any JSONEncodable) -> [UInt8] {
    encode(id) { response in
      response.name("result")
      result.encode(to: &response)
    }
  }

  /// - Parameter id: nil for an error about a message without an id, in a protocol without the id null.
  static func encode(_ id: RequestID?, error: RPCError) -> [UInt8] {
    encode(id) { $0.member("error", error) }
  }

  private static func encode(_ id: RequestID?, _ outcome: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserveCapacity(256)
    writer.object { response in
      response.member("jsonrpc", "2.0")
      if let id { response.member("id", id.json) }
      outcome(&response)
    }
    return writer.bytes
  }
}
