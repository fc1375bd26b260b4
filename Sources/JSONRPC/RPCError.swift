/// An error object (JSON-RPC 2.0, 5.1). Its `data` has `reason`, a stable name that clients branch on, and `retryable`.
public struct RPCError: Error, Sendable {
  /// The error code: negative if JSON-RPC 2.0 or LSP defines it, otherwise the application's own.
  public var code: Int
  public var reason: String
  /// A sentence for a person. It must not contain a secret or a URL with a secret.
  public var message: String
  public var retryable: Bool
  public var details: [JSON.Member]

  public init(code: Int, reason: String, message: String, retryable: Bool = false, details: [JSON.Member] = []) {
    (self.code, self.reason, self.message, self.retryable, self.details) = (code, reason, message, retryable, details)
  }

  public static func parseError(_ message: String) -> RPCError {
    RPCError(code: -32700, reason: "parseError", message: message)
  }

  public static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, reason: "invalidRequest", message: message)
  }

  /// `Method not found` of JSON-RPC 2.0. The message contains the first 80 characters of the name.
  public static func methodNotFound(_ method: String) -> RPCError {
    RPCError(code: -32601, reason: "methodNotFound", message: "There is no method “\(method.prefix(80))”.")
  }

  /// `Invalid params` of JSON-RPC 2.0, with the member that is wrong or missing.
  public static func invalidParams(_ message: String, field: String? = nil) -> RPCError {
    RPCError(
      code: -32602, reason: "invalidParams", message: message,
      details: field.map { [JSON.Member("field", .string($0))] } ?? [])
  }

  /// `Internal error` of JSON-RPC 2.0, for an unexpected error. It reveals nothing about the cause.
  public static let internalError = RPCError(
    code: -32603, reason: "internalError", message: "The server failed to answer. This is a fault of the server.")

  /// The usual response to a cancelled request, with the code of LSP's `RequestCancelled`.
  public static let cancelled = RPCError(code: -32800, reason: "cancelled", message: "The request was cancelled.")

  /// The response to a message over the limit, with the code of `Invalid Request`.
  public static func messageTooLarge(limit: Int) -> RPCError {
    RPCError(
      code: -32600, reason: "messageTooLarge", message: "The message is longer than the \(limit) bytes allowed.",
      details: [JSON.Member("limit", .integer(limit))])
  }

  public static let duplicateId = RPCError(
    code: -32600, reason: "duplicateId", message: "A request with this id is still in flight.")
}

extension RPCError: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { error in
      error.member("code", code)
      error.member("message", message)
      error.name("data")
      error.object { data in
        data.member("reason", reason)
        data.member("retryable", retryable)
        for detail in details { data.member(escaping: detail.name, detail.value) }
      }
    }
  }
}
