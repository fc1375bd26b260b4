import JSON

/// An error object of JSON-RPC 2.0 §5.1. Its `data` always has `reason`, a stable name that clients branch on, and
/// `retryable`, which says whether the same request may do better later.
public struct RPCError: Error, Sendable {
  /// Negative where JSON-RPC 2.0 §5.1 or LSP defines it, else the application's own.
  public var code: Int
  public var reason: String
  /// A sentence for a person. No secret and no URL with one may get in here.
  public var message: String
  public var retryable: Bool
  /// What else `data` tells, in the order in which it is written.
  public var details: [JSON.Member]

  public init(code: Int, reason: String, message: String, retryable: Bool = false, details: [JSON.Member] = []) {
    self.code = code
    self.reason = reason
    self.message = message
    self.retryable = retryable
    self.details = details
  }

  /// `Parse error` of JSON-RPC 2.0 §5.1: what came is no JSON.
  public static func parseError(_ message: String) -> RPCError {
    RPCError(code: -32700, reason: "parseError", message: message)
  }

  /// `Invalid Request` of JSON-RPC 2.0 §5.1: JSON, but no request.
  public static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, reason: "invalidRequest", message: message)
  }

  /// `Method not found` of JSON-RPC 2.0 §5.1. Of the name the message has the first 80 characters.
  public static func methodNotFound(_ method: String) -> RPCError {
    RPCError(code: -32601, reason: "methodNotFound", message: "There is no method “\(method.prefix(80))”.")
  }

  /// - Parameter field: the member of `params` that is wrong or missing.
  public static func invalidParams(_ message: String, field: String? = nil) -> RPCError {
    RPCError(
      code: -32602, reason: "invalidParams", message: message,
      details: field.map { [JSON.Member("field", .string($0))] } ?? [])
  }

  /// `Internal error` of JSON-RPC 2.0 §5.1: for an error that nobody has foreseen, of which nothing is told.
  public static let internalError = RPCError(
    code: -32603, reason: "internalError", message: "The server failed to answer. This is a fault of the server.")

  /// The code is LSP's `RequestCancelled`.
  public static let cancelled = RPCError(code: -32800, reason: "cancelled", message: "The request was cancelled.")

  /// For a message of more bytes than are taken. It has the code of `Invalid Request`.
  public static func messageTooLarge(limit: Int) -> RPCError {
    RPCError(
      code: -32600, reason: "messageTooLarge", message: "The message is longer than the \(limit) bytes allowed.",
      details: [JSON.Member("limit", .integer(limit))])
  }

  /// For a second request with the id of one that is not answered yet.
  public static let duplicateId = RPCError(
    code: -32600, reason: "duplicateId", message: "A request with this id is still in flight.")

  /// For what comes behind `shutdown`, or when the connection accepts nothing more.
  public static let shuttingDown = RPCError(
    code: 1019, reason: "shuttingDown", message: "The server is shutting down and takes no new requests.")
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
