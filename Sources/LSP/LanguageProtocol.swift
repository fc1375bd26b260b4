/// What the Language Server Protocol 3.17 adds to JSON-RPC 2.0, as far as a connection has to know it.
public struct LanguageProtocol: WireProtocol {
  public init() {}

  /// `shutdown` ends a session; `LanguageService` answers every other method.
  public func role(ofRequest method: String) -> RequestRole {
    method == "shutdown" ? .shutdown(result: .null) : .handled
  }

  /// A server may ignore every other notification that begins with `$/`.
  public func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    switch method {
    case "$/cancelRequest": .cancellation(params["id"].flatMap(RequestID.init))
    case "exit": .exit
    case _ where method.hasPrefix("$/"): .ignored
    default: .handled
    }
  }

  public let allowsBatches = false
  public let overloaded = RPCError.requestFailed("The response is too long.")
  public let shuttingDown = RPCError.invalidRequest("The server is shutting down and accepts no new requests.")
}

extension RPCError {
  /// `RequestFailed`: the request is valid, but cannot be answered.
  static func requestFailed(_ message: String) -> RPCError {
    RPCError(code: -32803, reason: "requestFailed", message: message)
  }

  static let notInitialized = RPCError(
    code: -32002, reason: "serverNotInitialized", message: "The first request must be initialize.")

  /// `ContentModified`: the text that the request was about is no longer there.
  static let contentModified = RPCError(
    code: -32801, reason: "contentModified", message: "The document has changed since the request.")

  /// The error with a code of LSP: those of services have codes that LSP does not know.
  var ofLanguageProtocol: RPCError {
    guard code > 0 else { return self }
    var error = self
    error.code = Self.requestFailed("").code
    return error
  }
}

extension JSON {
  func at(_ path: String...) -> JSON? { path.reduce(self) { $0?[$1] } }
}

/// A notification to the client that is sent in the order of its messages and never left out.
struct LanguageNotification: OutgoingNotification {
  let method: String
  let params: any JSONEncodable & Sendable

  var foldKey: String { "" }
  var topic: String { method }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { nil }
}
