import JSON
import JSONRPC

/// A protocol with the lifecycle of the Language Server Protocol.
struct TestProtocol: WireProtocol {
  let overloaded = RPCError(code: 1018, reason: "overloaded", message: "The batch is too long.", retryable: true)
  let shuttingDown = RPCError(code: 1019, reason: "shuttingDown", message: "The server is shutting down.")

  func role(ofRequest method: String) -> RequestRole {
    method == "shutdown" ? .shutdown(result: .object([])) : .handled
  }

  func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    switch method {
    case "$/cancelRequest": .cancellation(params["id"].flatMap(RequestID.init))
    case "exit": .exit
    default: .handled
    }
  }

  func lossNotice(_ topics: [String]) -> (any OutgoingNotification)? { Resync(topics: topics) }

  private struct Resync: OutgoingNotification {
    var topics: [String]

    let method = "resync"
    let foldKey = ""
    let topic = ""

    var params: any JSONEncodable & Sendable { JSON.object([.init("topics", .array(topics.map { .string($0) }))]) }

    func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
  }
}

/// A protocol of the kind of the Model Context Protocol: no batches, no `shutdown`, no null ids, and nothing is sent for a
/// cancelled request.
struct ContextProtocol: WireProtocol {
  let allowsBatches = false
  let allowsPositionalParams = false
  let allowsNullIDs = false
  let cancelled: RPCError? = nil
  let overloaded = RPCError(code: -32000, reason: "overloaded", message: "Ask again.", retryable: true)
  let shuttingDown = RPCError(code: -32000, reason: "shuttingDown", message: "The session is over.")

  func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    switch method {
    case "notifications/cancelled": .cancellation(params["requestId"].flatMap(RequestID.init))
    case "notifications/initialized": .ignored
    default: .handled
    }
  }
}
