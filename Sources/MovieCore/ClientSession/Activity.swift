import Concurrency
import JSON

/// Identifies a piece of work to the caller that asked for it. The session never looks inside: it only copies the value
/// into the events about that work.
public struct Activity: Sendable {
  /// The caller's identifier for the work; nil if it has none.
  public let id: JSON?
  private let reserveBytes: @Sendable (Int) async throws -> Void
  private let reserveMoreBytes: @Sendable (Int) async throws -> Void
  private let giveUpReserving: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - id: nil for work that the caller does not need to identify.
  ///   - reserve: waits until the caller has memory for a result of this many bytes. It is called for results that may
  ///     be large, before the work; more than once, but only the first call may wait.
  ///   - reserveMore: waits until the caller has memory for a result of a service, which has at most this many bytes. It
  ///     is called within the time limit for the service; more than once, but only the first call may wait.
  ///   - giveUp: ends the wait of `reserveMore` with an error, whether it has begun or not.
  public init(
    id: JSON? = nil, reserve: @escaping @Sendable (Int) async throws -> Void = { _ in },
    reserveMore: @escaping @Sendable (Int) async throws -> Void = { _ in },
    giveUp: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.id = id
    reserveBytes = reserve
    reserveMoreBytes = reserveMore
    giveUpReserving = giveUp
  }

  /// Waits until the caller has memory for a page, for the details of a movie, or for what is as large.
  public func reserve() async throws { try await reserveBytes(Self.page) }

  /// Waits until the caller has memory for a page that is there already.
  func reserve(for page: Page) async throws { try await reserveBytes(page.estimatedBytes) }

  /// The memory that the answer of a catalog's service needs besides that of `reserve`; nil if the answer is no larger
  /// than a page.
  func memory(for catalog: any Catalog) -> ServiceMemory? {
    let bytes = catalog.largestAnswerBytes
    guard bytes > Self.page else { return nil }
    return ServiceMemory(reserve: { [reserveMoreBytes] in try await reserveMoreBytes(bytes) }, giveUp: giveUpReserving)
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

/// Memory for the answer of a service.
struct ServiceMemory: Sendable {
  /// Waits until there is memory.
  let reserve: @Sendable () async throws -> Void
  /// Ends the wait with an error, whether it has begun or not.
  let giveUp: @Sendable (any Error) -> Void

  /// The same memory for several requests to a service, whose answers are parts of one.
  var shared: ServiceMemory {
    let task = SharedTask<Void>()
    task.start(reserve)
    return ServiceMemory(reserve: { try await task.value() }, giveUp: { task.fail($0) })
  }
}
