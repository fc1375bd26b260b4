/// Why a request about movies failed, as clients branch on it.
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

  /// Whether the same request may do better later.
  public var isRetryable: Bool {
    switch self {
    case .upstreamUnreachable, .upstreamTimeout, .upstreamRateLimited, .upstreamFailed, .notApproved, .overloaded: true
    default: false
    }
  }
}

extension FailureReason {
  /// Whether what is kept from an earlier time may stand in: the catalog gave no answer, whatever it would be. One that
  /// has no details can give none either.
  var isOutage: Bool {
    switch self {
    case .upstreamUnreachable, .upstreamTimeout, .upstreamRateLimited, .upstreamQuotaExceeded, .upstreamFailed,
      .upstreamInvalidResponse, .catalogNotConfigured, .catalogDiscontinued, .unsupportedByCatalog:
      true
    default: false
    }
  }
}

/// A failure that a client is told of. It never ends the process, and its message never carries a secret.
public struct MovieError: Error, Sendable {
  public var reason: FailureReason
  /// A sentence for a person.
  public var message: String
  /// The name of the catalog that it is about; nil where it is about none.
  public var catalog: String?
  /// The member of the request that is wrong.
  public var field: String?
  /// How long the catalog's service wants to be left alone; nil where it does not say.
  public var retryAfterMilliseconds: Int?
  /// The status that the catalog's service answered with; nil where none is told.
  public var httpStatus: Int?
  /// The code by which the catalog's service names its error, as text; nil where it gives none.
  public var upstreamCode: String?
  /// What lies beneath, for a person who looks for the fault.
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

  /// For all who wait on a list whose name a newer request has taken.
  public static let superseded = MovieError(.superseded, "A newer request for the same list took this one's place.")

  /// For an id that its catalog does not know (any more).
  public static func movieNotFound(_ id: MovieID) -> MovieError {
    MovieError(.movieNotFound, "The catalog \(id.catalog) has no movie \(id.native).", catalog: id.catalog)
  }

  /// - Parameter what: what the catalog lacks, as in “The catalog omdb has no reviews.”
  public static func unsupported(_ what: String, by catalog: String) -> MovieError {
    MovieError(.unsupportedByCatalog, "The catalog \(catalog) has no \(what).", catalog: catalog)
  }
}
