/// The reason for which a request failed, unless JSON-RPC 2.0 itself defines it. Clients distinguish errors by the raw
/// value.
public enum FailureReason: String, CaseIterable, Sendable {
  case movieNotFound, listNotReady
  case catalogUnknown, catalogNotConfigured, unsupportedByCatalog
  case upstreamUnreachable, upstreamTimeout, upstreamRateLimited, upstreamQuotaExceeded, upstreamUnauthorized
  case upstreamFailed, upstreamInvalidResponse
  case queryTooBroad, catalogDiscontinued
  case notLoggedIn, notApproved
  case storageFailed, overloaded
  case superseded, invalidParams
  case posterUnavailable
  case shuttingDown, protocolVersionUnsupported

  private struct Row {
    var code: Int
    var summary: String
    var isRetryable: Bool
    var isOutage: Bool

    init(_ code: Int, _ summary: String, retryable: Bool = false, outage: Bool = false) {
      (self.code, self.summary, isRetryable, isOutage) = (code, summary, retryable, outage)
    }
  }

  /// The table of reasons. A published code never changes its meaning.
  private var row: Row {
    switch self {
    case .movieNotFound: Row(1001, "The catalog has no such movie.")
    case .listNotReady: Row(1002, "There is no such list, or its search failed.")
    case .catalogUnknown: Row(1003, "There is no such catalog.")
    case .catalogNotConfigured:
      Row(1004, "The catalog needs an API key or an import; the message says what to do.", outage: true)
    case .unsupportedByCatalog: Row(1005, "The catalog does not support this.", outage: true)
    case .upstreamUnreachable: Row(1006, "The catalog's service is unreachable.", retryable: true, outage: true)
    case .upstreamTimeout: Row(1007, "The service did not respond in time.", retryable: true, outage: true)
    case .upstreamRateLimited:
      Row(1008, "Too many requests; `data.retryAfterMs` is the time to wait, if known.", retryable: true, outage: true)
    case .upstreamQuotaExceeded: Row(1009, "The quota of the API key is exhausted.", outage: true)
    case .upstreamUnauthorized: Row(1010, "The service rejects the API key or the login.")
    case .upstreamFailed:
      Row(1011, "The service failed; not retryable if it rejected the request.", retryable: true, outage: true)
    case .upstreamInvalidResponse: Row(1012, "The service sent an unreadable response.", outage: true)
    case .queryTooBroad: Row(1013, "Too many movies match; use a longer query.")
    case .catalogDiscontinued: Row(1014, "The catalog's service no longer exists.", outage: true)
    case .notLoggedIn: Row(1015, "The user must log in first.")
    case .notApproved: Row(1016, "The user has not approved the login yet.", retryable: true)
    case .storageFailed: Row(1017, "The favorites cannot be read or written.")
    case .overloaded: Row(1018, "The server has too many requests to process.", retryable: true)
    case .superseded: Row(-32800, "A newer request replaced this one's list.")
    case .invalidParams: Row(-32602, "`data.field` is invalid or missing.")
    case .posterUnavailable: Row(1021, "The movie has no poster, or the catalog has no such image.")
    case .shuttingDown: Row(1019, "The request came after `shutdown` or at the end of the session.")
    case .protocolVersionUnsupported: Row(1020, "The protocol version is not supported; see `data.supported`.")
    }
  }

  /// The JSON-RPC error code.
  public var code: Int { row.code }

  /// The meaning of the reason, one sentence.
  public var summary: String { row.summary }

  /// Whether the same request may succeed later. Single errors may be exceptions: see `MovieError.isRetryable`.
  public var isRetryable: Bool { row.isRetryable }

  /// Whether the catalog's service failed, so that other requests to it will probably fail too.
  var isServiceFailure: Bool { rawValue.hasPrefix("upstream") }

  /// Whether cached data may replace the missing response: the catalog gave no answer about the movie. A catalog
  /// without details cannot give one either.
  var isOutage: Bool { row.isOutage }
}

/// A failure that is reported to the client. It never ends the process, and its message never contains a secret.
public struct MovieError: Error, Sendable {
  /// Determines the JSON-RPC error code, and whether a retry makes sense.
  public var reason: FailureReason
  private var retryability: Bool?
  /// A sentence for a person.
  public var message: String
  /// The name of the catalog concerned; nil if there is none.
  public var catalog: String?
  /// The invalid member of `params`.
  public var field: String?
  /// The time to wait before a retry; nil if the catalog's service does not say.
  public var retryAfterMilliseconds: Int?
  /// The HTTP status of the catalog's service; nil if it is not reported.
  public var httpStatus: Int?
  /// The error code of the catalog's service as text; nil if it has none.
  public var upstreamCode: String?
  /// The underlying error, for debugging.
  public var detail: String?

  /// - Parameter message: a sentence for a person, without secrets.
  public init(
    _ reason: FailureReason, _ message: String, catalog: String? = nil, field: String? = nil, detail: String? = nil
  ) {
    (self.reason, self.message, self.catalog, self.field, self.detail) = (reason, message, catalog, field, detail)
  }

  /// Whether the same request may succeed later: what the reason says, unless more is known about this failure. A
  /// request that the service itself rejects is rejected again.
  public var isRetryable: Bool {
    get { retryability ?? (reason.isRetryable && !(reason == .upstreamFailed && isRejection)) }
    set { retryability = newValue }
  }

  /// Whether the status says that the request is wrong, and not that the service has a temporary problem.
  private var isRejection: Bool {
    httpStatus.map { (400..<500).contains($0) && ![408, 425, 429].contains($0) } ?? false
  }

  /// An error for a request with an invalid parameter: `field` is the member of `params`, such as `movie.rating`.
  public static func invalidParams(_ message: String, field: String) -> MovieError {
    MovieError(.invalidParams, message, field: field)
  }

  /// Checks bounds of a quantity, both with its name: `yearFrom` and `yearTo`.
  public static func checkBounds(of name: String, _ first: Int?, _ last: Int?) throws(MovieError) {
    guard let first, let last, first > last else { return }
    throw .invalidParams("The member \(name)To must not be less than \(name)From.", field: name + "To")
  }

  /// The error for all requests that wait for a list that a newer request replaces.
  public static let superseded = MovieError(.superseded, "A newer request for the same list replaced this one.")

  /// The error for an id that its catalog does not know, or no longer knows.
  public static func movieNotFound(_ id: MovieID) -> MovieError {
    MovieError(.movieNotFound, "The catalog \(id.catalog) has no movie \(id.native).", catalog: id.catalog)
  }

  /// The error for the id of a person or another entity that its catalog does not know. `invalidParams`, because the id
  /// is what is wrong.
  public static func notFound<Entity>(_ entity: String, _ id: CatalogID<Entity>) -> MovieError {
    MovieError(
      .invalidParams, "The catalog \(id.catalog) has no \(entity) \(id.native).", catalog: id.catalog, field: "id")
  }

  /// The error for a request that the catalog has no feature for, as in “The catalog omdb has no reviews.”
  public static func unsupported(_ what: String, by catalog: String) -> MovieError {
    MovieError(.unsupportedByCatalog, "The catalog \(catalog) has no \(what).", catalog: catalog)
  }
}

/// The result of work; nil if it fails because the catalog has no such movie.
public func unlessNotFound<Value>(_ work: () async throws -> Value) async throws -> Value? {
  do {
    return try await work()
  } catch let error as MovieError where error.reason == .movieNotFound {
    return nil
  }
}
