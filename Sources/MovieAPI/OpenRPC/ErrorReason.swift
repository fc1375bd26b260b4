import JSON
import JSONRPC
import MovieCore

/// A reason of failure, as clients branch on it, with all that is told of it.
public struct ErrorReason: Sendable, Equatable {
  /// As `data.reason` has it; no two have the same.
  public let name: String
  /// The error's `code`, which several may share.
  public let code: Int
  /// As `data.retryable` has it.
  public let isRetryable: Bool
  /// What has happened, in a few words.
  public let summary: String

  fileprivate init(_ error: RPCError, _ summary: String) {
    name = error.reason
    code = error.code
    isRetryable = error.retryable
    self.summary = summary
  }

  init(_ reason: FailureReason) {
    name = reason.rawValue
    code = reason.code
    isRetryable = reason.isRetryable
    summary = reason.summary
  }

  /// What any request can be answered with; a method declares the others that it has.
  public static let general = [
    ErrorReason(.parseError(""), "No JSON, not UTF-8, or nested too deep."),
    ErrorReason(.invalidRequest(""), "JSON, but no request."),
    ErrorReason(.messageTooLarge(limit: 0), "Longer than `--max-line-bytes`; `data.limit` says how many."),
    ErrorReason(.duplicateId, "A request with this id is still in flight."),
    ErrorReason(.methodNotFound(""), "No such method."),
    ErrorReason(.invalidParams), ErrorReason(.internalError, "A fault of the server."),
    ErrorReason(.cancelled, "By `$/cancelRequest`, or at the end of the session."),
    ErrorReason(.overloaded),
    ErrorReason(.shuttingDown, "After `shutdown`, or at the end of the session."),
  ]

  static let protocolVersionUnsupported = ErrorReason(
    .protocolVersionUnsupported("", supported: []), "`data.supported` lists what is spoken.")

  /// Every reason there is.
  public static let all: [ErrorReason] = {
    let failures = FailureReason.allCases.map { ErrorReason($0) }.filter { !general.contains($0) }
    return general + failures + [protocolVersionUnsupported]
  }()
}

extension [ErrorReason] {
  static func failures(_ reasons: FailureReason...) -> Self { reasons.map { ErrorReason($0) } }

  /// What can come of asking a catalog for something.
  static let ofCatalogs = failures(
    .catalogUnknown, .catalogNotConfigured, .unsupportedByCatalog, .catalogDiscontinued, .upstreamUnreachable,
    .upstreamTimeout, .upstreamRateLimited, .upstreamQuotaExceeded, .upstreamUnauthorized, .upstreamFailed,
    .upstreamInvalidResponse)
}

extension FailureReason {
  /// What has happened, in a few words.
  fileprivate var summary: String {
    switch self {
    case .movieNotFound: "The catalog has no such movie."
    case .listNotReady: "No such list, or its search failed."
    case .catalogUnknown: "No such catalog."
    case .catalogNotConfigured: "The catalog needs a key; the message says which variable to set."
    case .unsupportedByCatalog: "The catalog cannot do that."
    case .upstreamUnreachable: "No connection to the catalog's service."
    case .upstreamTimeout: "The service did not answer in time."
    case .upstreamRateLimited: "Too many requests; `data.retryAfterMs` says how long to wait, where that is known."
    case .upstreamQuotaExceeded: "The key's quota is used up."
    case .upstreamUnauthorized: "The key or the session is not accepted."
    case .upstreamFailed: "The service failed."
    case .upstreamInvalidResponse: "The service answered with something unreadable."
    case .queryTooBroad: "Too many results; say more."
    case .catalogDiscontinued: "The service no longer exists."
    case .notLoggedIn: "Log in first."
    case .notApproved: "The user has not approved the login yet."
    case .storageFailed: "The favorites cannot be read or written."
    case .overloaded: "Too much to do."
    case .superseded: "A newer request took this one's list."
    case .invalidParams: "`data.field` is wrong or missing."
    }
  }
}

extension RPCError {
  /// An error as it stands in an answer.
  static var schema: JSONSchema {
    .shared(
      "Error", "An error of JSON-RPC 2.0.",
      [
        .required("code", .integer, "The number that goes with the reason."),
        .required("message", .string, "A sentence for people."),
        .required("data", dataSchema, "What programs go by."),
      ])
  }

  private static var dataSchema: JSONSchema {
    .shared(
      "ErrorData", "What programs go by.",
      [
        .required("reason", .string, "The name to branch on."),
        .required("retryable", .boolean, "Whether the same request may do better later."),
        .optional("retryAfterMs", .count, "How long to wait before that, in milliseconds."),
        .optional("catalog", .string, "The catalog that was asked."),
        .optional("field", .string, "The member of `params` that is wrong or missing."),
        .optional("httpStatus", .integer, "The status that the catalog's service answered with."),
        .optional("upstreamCode", .string, "The code by which the catalog's service names its error."),
        .optional("detail", .string, "What lies beneath, for whoever looks for the fault."),
        .optional("limit", .count, "With `messageTooLarge`: how many bytes a message may have."),
        .optional("supported", .strings, "With `protocolVersionUnsupported`: the versions that are spoken."),
      ])
  }
}
