/// The machine-readable reason of an error. Raw values are wire names.
public enum FailureReason: String, CaseIterable, Sendable {
  case movieNotFound
  case listNotReady
  case catalogUnknown
  case catalogNotConfigured
  case unsupportedByCatalog
  case upstreamUnreachable
  case upstreamTimeout
  case upstreamRateLimited
  case upstreamQuotaExceeded
  case upstreamUnauthorized
  case upstreamFailed
  case upstreamInvalidResponse
  case queryTooBroad
  case catalogDiscontinued
  case notLoggedIn
  case notApproved
  case storageFailed
  case overloaded
  case superseded
  case invalidParams

  /// Whether the same request may succeed later.
  public var isRetryable: Bool {
    switch self {
    case .upstreamUnreachable, .upstreamTimeout, .upstreamRateLimited, .upstreamFailed, .notApproved, .overloaded: true
    default: false
    }
  }
}

extension FailureReason {
  /// Whether stored data may be used instead, because the catalog gave no answer. A catalog that does not support
  /// details cannot give one either.
  var isOutage: Bool {
    switch self {
    case .upstreamUnreachable, .upstreamTimeout, .upstreamRateLimited, .upstreamQuotaExceeded, .upstreamFailed,
      .upstreamInvalidResponse, .catalogNotConfigured, .catalogDiscontinued, .unsupportedByCatalog:
      true
    default: false
    }
  }
}

/// An error for the client. It never ends the process, and its message never contains a secret.
public struct MovieError: Error, Sendable {
  public var reason: FailureReason
  /// A sentence for a person.
  public var message: String
  /// The name of the catalog that caused it, if any.
  public var catalog: String?
  /// The member of the request that is wrong.
  public var field: String?
  /// How long the catalog's service asks to wait before the next request; nil if it does not say.
  public var retryAfterMilliseconds: Int?
  /// The HTTP status of the catalog's service, if it caused the error.
  public var httpStatus: Int?
  /// The service's own error code as text; nil if it has none.
  public var upstreamCode: String?
  /// The underlying error, for debugging.
  public var detail: String?

  public init(
    _ reason: FailureReason, _ message: String, catalog: String? = nil, field: String? = nil, detail: String? = nil
  ) {
    self.reason = reason
    self.message = message
    self.catalog = catalog
    self.field = field
    self.detail = detail
  }

  /// - Parameter field: the member of the request that is wrong, as in `movie.rating`.
  public static func invalidParams(_ message: String, field: String) -> MovieError {
    MovieError(.invalidParams, message, field: field)
  }

  /// For every request that waits for a list whose name a newer request has taken.
  public static let superseded = MovieError(.superseded, "A newer request for the same list took this one's place.")

  /// For an id that the catalog does not have (any more).
  public static func movieNotFound(_ id: MovieID) -> MovieError {
    MovieError(.movieNotFound, "The catalog \(id.catalog) has no movie \(id.native).", catalog: id.catalog)
  }

  /// - Parameter what: completes the sentence “The catalog omdb has no reviews.”
  public static func unsupported(_ what: String, by catalog: String) -> MovieError {
    MovieError(.unsupportedByCatalog, "The catalog \(catalog) has no \(what).", catalog: catalog)
  }
}
