private typealias ErrorDetail = (
  name: String, schema: JSONSchema, summary: String, value: @Sendable (MovieError) -> JSON?
)

/// The members of an error's `data` besides `reason` and `retryable`, in their order.
private var errorDetails: [ErrorDetail] {
  [
    (
      "retryAfterMs", .count, "The time to wait before a retry, in milliseconds.",
      {
        $0.retryAfterMilliseconds.map { .integer($0) }
      }
    ),
    ("catalog", .string, "The name of the catalog.", { $0.catalog.map { .string($0) } }),
    ("field", .string, "The member of `params` that is invalid or missing.", { $0.field.map { .string($0) } }),
    ("httpStatus", .integer, "The HTTP status of the catalog's service.", { $0.httpStatus.map { .integer($0) } }),
    ("upstreamCode", .string, "The error code of the catalog's service.", { $0.upstreamCode.map { .string($0) } }),
    ("detail", .string, "The underlying error, for debugging.", { $0.detail.map { .string($0) } }),
    // These two belong to errors of the connection and of `initialize`.
    ("limit", .count, "With `messageTooLarge`: the maximum size of a message in bytes.", { _ in nil }),
    ("supported", .strings, "With `protocolVersionUnsupported`: the supported versions.", { _ in nil }),
  ]
}

extension RPCError {
  init(_ error: MovieError) {
    self.init(
      code: error.reason.code, reason: error.reason.rawValue, message: error.message, retryable: error.isRetryable,
      details: errorDetails.compactMap { detail in detail.value(error).map { JSON.Member(detail.name, $0) } })
  }

  /// The error as clients receive it. An unexpected error becomes `internalError`.
  init(describing error: any Error) {
    switch error {
    case let error as RPCError: self = error
    case let error as MovieError: self.init(error)
    case is CancellationError: self = .cancelled
    default: self = .internalError
    }
  }

  init(_ reason: FailureReason, _ message: String, details: [JSON.Member] = []) {
    self.init(
      code: reason.code, reason: reason.rawValue, message: message, retryable: reason.isRetryable, details: details)
  }

  static func protocolVersionUnsupported(_ version: String, supported: [String]) -> RPCError {
    // The Model Context Protocol, which has an `initialize` too, names its versions by days.
    let hint = CalendarDay.isDay(version) ? " The Model Context Protocol is served by “movie-server mcp”." : ""
    return RPCError(
      .protocolVersionUnsupported, "The protocol version “\(version.prefix(20))” is not supported.\(hint)",
      details: [JSON.Member("supported", .array(supported.map { .string($0) }))])
  }

  static var schema: JSONSchema {
    .shared(
      "Error", "An error of JSON-RPC 2.0.",
      [
        .init("code", isRequired: true, .integer, "The error code of the reason."),
        .init("message", isRequired: true, .string, "A sentence for people."),
        .init("data", isRequired: true, dataSchema, "The data for programs."),
      ])
  }

  private static var dataSchema: JSONSchema {
    let common: [JSONSchema.Property] = [
      .init("reason", isRequired: true, .string, "The reason, by which clients distinguish errors."),
      .init("retryable", isRequired: true, .boolean, "Whether the same request may succeed later."),
    ]
    let details = errorDetails.map { JSONSchema.Property($0.name, isRequired: false, $0.schema, $0.summary) }
    return .shared("ErrorData", "The data of an error, for programs.", common + details)
  }
}
