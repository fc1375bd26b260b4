import JSON

/// Identifies a piece of work to the caller that asked for it. The session never looks inside: it only copies the value
/// into the events about that work.
public struct Activity: Sendable {
  /// The caller's identifier for the work; nil if it has none.
  public let id: JSON?
  private let reserveBytes: @Sendable (Int) async throws -> Void
  private let reserveMoreBytes: @Sendable (Int) async throws -> Void

  /// - Parameters:
  ///   - id: nil for work that the caller does not need to identify.
  ///   - reserve: waits until the caller has memory for a result of this many bytes. It is called for results that may
  ///     be large, before the work; more than once, but only the first call may wait.
  ///   - reserveMore: waits until the caller has memory for a result of a service, which has at most this many bytes. It
  ///     is called within the time limit for the service; more than once, but only the first call may wait.
  public init(
    id: JSON? = nil, reserve: @escaping @Sendable (Int) async throws -> Void = { _ in },
    reserveMore: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) {
    self.id = id
    reserveBytes = reserve
    reserveMoreBytes = reserveMore
  }

  /// Waits until the caller has memory for a page, for the details of a movie, or for what is as large.
  public func reserve() async throws { try await reserveBytes(Self.page) }

  /// Waits until the caller has memory for a page that is there already.
  func reserve(for page: Page) async throws { try await reserveBytes(page.estimatedBytes) }

  /// What to wait for, after `reserve`, before a catalog works; nil if its answers are no larger than a page.
  func memory(for catalog: any Catalog) -> (@Sendable () async throws -> Void)? {
    let bytes = catalog.largestAnswerBytes
    guard bytes > Self.page else { return nil }
    return { [reserveMoreBytes] in try await reserveMoreBytes(bytes) }
  }

  /// Waits until the caller has memory for at most this many favorites. They are reserved for by what there is, and not
  /// by what there might be: a client that reads slowly must not wait for memory that its few favorites never take.
  func reserve(favorites count: Int, of favorites: any Favorites) async throws {
    try await reserveBytes(Self.page + min(min(count, 1_000) * Self.movie, favorites.estimatedBytes))
  }

  static let page = 64 << 10
  /// A movie whose size nobody limits.
  private static let movie = 16 << 10
}
