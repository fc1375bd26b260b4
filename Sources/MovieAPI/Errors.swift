import JSON
import JSONRPC
import MovieCore

extension FailureReason {
  /// The JSON-RPC code. Clients branch on the reason; a code, once given, keeps its meaning.
  public var code: Int {
    switch self {
    case .movieNotFound: 1001
    case .listNotReady: 1002
    case .catalogUnknown: 1003
    case .catalogNotConfigured: 1004
    case .unsupportedByCatalog: 1005
    case .upstreamUnreachable: 1006
    case .upstreamTimeout: 1007
    case .upstreamRateLimited: 1008
    case .upstreamQuotaExceeded: 1009
    case .upstreamUnauthorized: 1010
    case .upstreamFailed: 1011
    case .upstreamInvalidResponse: 1012
    case .queryTooBroad: 1013
    case .catalogDiscontinued: 1014
    case .notLoggedIn: 1015
    case .notApproved: 1016
    case .storageFailed: 1017
    case .overloaded: 1018
    // 1019 is the connection's own `shuttingDown`, 1020 `protocolVersionUnsupported`.
    case .superseded: -32800
    case .invalidParams: -32602
    }
  }
}

extension RPCError {
  init(_ error: MovieError) {
    var details: [JSON.Member] = []
    func add(_ name: String, _ value: JSON?) { if let value { details.append(JSON.Member(name, value)) } }
    add("retryAfterMs", error.retryAfterMilliseconds.map { .integer($0) })
    add("catalog", error.catalog.map { .string($0) })
    add("field", error.field.map { .string($0) })
    add("httpStatus", error.httpStatus.map { .integer($0) })
    add("upstreamCode", error.upstreamCode.map { .string($0) })
    add("detail", error.detail.map { .string($0) })
    self.init(
      code: error.reason.code, reason: error.reason.rawValue, message: error.message,
      retryable: error.reason.isRetryable, details: details)
  }

  /// Any error as a client is told of it.
  init(describing error: any Error) {
    switch error {
    case let error as RPCError: self = error
    case let error as MovieError: self.init(error)
    case is CancellationError: self = .cancelled
    default: self = .internalError
    }
  }

  static func protocolVersionUnsupported(_ version: String, supported: [String]) -> RPCError {
    RPCError(
      code: 1020, reason: "protocolVersionUnsupported",
      message: "The protocol version “\(version.prefix(20))” is not spoken here.",
      details: [JSON.Member("supported", .array(supported.map { .string($0) }))])
  }
}
