/// A request of the client, as far as the session needs it: its id, for the events about its work, and the memory for
/// its response.
public struct RequestContext: Sendable {
  /// The request's id, which the session copies into events; nil if it has none.
  public let id: JSON?
  /// Nil if it is not limited.
  let memory: MemoryGate.Reservation?

  /// - Parameter memory: reserved before work whose result may be large, and once only; nil without limits.
  public init(id: JSON? = nil, memory: MemoryGate.Reservation? = nil) { (self.id, self.memory) = (id, memory) }

  /// A caller without a request, whose memory is not limited.
  public static let none = RequestContext()

  /// Waits until there is memory for a response of about this many bytes, which this process makes without asking others.
  public func reserve(_ bytes: Int = page) async throws { _ = try await memory?.reserve(bytes) }

  /// Waits until there is memory for at most this many entries of the library. Reserves the actual size of the library
  /// if it is less: a client that reads slowly must not wait for memory that its few entries never take. Returns the
  /// size at which the data of the result must end.
  func reserve(entries count: Int, of library: any Favorites) async throws -> Int {
    let count = min(count, LibraryQuery.limits.upperBound)
    let maximum = min(max(count * Self.movie, Self.longMovie), LibraryQuery.largestPage)
    // The data and its text.
    try await reserve(max(Self.page, 2 * min(maximum, library.estimatedBytes)))
    return maximum
  }

  /// The estimate for a page, the details of a movie, or what is as large, in bytes: a hundred films with all their tags.
  public static let page = 512 << 10
  /// The estimate for one movie with data that a client supplies.
  private static let movie = 16 << 10
  /// The largest movie that a client can send, roughly.
  private static let longMovie = 1 << 20
}
