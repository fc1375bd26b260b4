/// An error reason as it is published. Those that are not JSON-RPC's own are rows of `FailureReason`.
struct ErrorReason: Sendable, Equatable {
  let name: String
  let code: Int
  /// The usual value of `data.retryable`.
  let isRetryable: Bool
  let summary: String

  private init(_ error: RPCError, _ summary: String) {
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

  /// The reasons for which any request can fail. A method declares only its others.
  static let general = [
    ErrorReason(.parseError(""), "The message is not JSON or not UTF-8, or is nested too deeply."),
    ErrorReason(.invalidRequest(""), "The message is JSON, but not a request."),
    ErrorReason(.messageTooLarge(limit: 0), "The message is longer than `--max-line-bytes`; see `data.limit`."),
    ErrorReason(.duplicateId, "A request with this id is still in progress."),
    ErrorReason(.methodNotFound(""), "There is no such method."), ErrorReason(.invalidParams),
    ErrorReason(.internalError, "The server has a defect."),
    ErrorReason(.cancelled, "The request was cancelled, by `$/cancelRequest` or at the end of the session."),
    ErrorReason(.overloaded), ErrorReason(FailureReason.shuttingDown),
  ]

  static let all: [ErrorReason] = {
    let failures = FailureReason.allCases.map { ErrorReason($0) }.filter { !general.contains($0) }
    return general + failures
  }()
}

extension [ErrorReason] {
  static func failures(_ reasons: FailureReason...) -> Self { reasons.map { ErrorReason($0) } }

  static let ofCatalogs = failures(
    .catalogUnknown, .catalogNotConfigured, .unsupportedByCatalog, .catalogDiscontinued, .upstreamUnreachable,
    .upstreamTimeout, .upstreamRateLimited, .upstreamQuotaExceeded, .upstreamUnauthorized, .upstreamFailed,
    .upstreamInvalidResponse)
}

/// An example of Examples.jsonl. All of them form one session with the built-in catalog.
struct Example: Sendable {
  private let json: JSON

  static let all = Dictionary(
    grouping: PackageResources.Examples_jsonl.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSON.parse(Array($0)) },
    by: { $0["method"]?.string ?? "" }
  ).mapValues { $0.map(Example.init) }

  /// The example as OpenRPC has it. `needs` names the conditions besides the built-in catalog, such as a login; a test
  /// cannot run such an example. `abridged` says that arrays of the result are shortened.
  var pairing: JSON {
    let name = json["method"]?.string ?? ""
    var description =
      json["needs"]?.string.map { "`\(name)`, which needs \($0)." } ?? "`\(name)` without further conditions."
    if json["abridged"] != nil { description += " Lists are shortened." }
    var params: [JSON] = []
    if case .object(let values) = json["params"] {
      params = values.map { ["name": .string($0.name), "value": $0.value] }
    }
    return .members([
      "name": json["name"], "description": .string(description), "params": .array(params),
      "result": json["result"].map { ["name": "result", "value": $0] }, "x-needs": json["needs"],
    ])
  }
}

extension JSONSchema { static let requestID = types(["string", "number", "null"]) }
