/// Which ids name the same film: what the server has learned from rows, details and lookups, durably.
public protocol FilmIdentities: Sendable {
  /// Records which films these ids name. Two stars that turn out to be one film become one: the earlier stays. Returns
  /// immediately; a change of favorites is reported when it is durable.
  func learn(_ known: [KnownID])

  /// The stars about which a catalog's service can tell more: its id of the film, or the film of its id. They come in no
  /// particular order. It answers without waiting; call it after `loaded`.
  func starsToLookUp(in catalog: String) -> [StarToLookUp]
  /// Claims the lookups in a catalog for this process; nil while another process has them.
  func claimLookups(in catalog: String) -> LookupClaim?
  /// The stars among these about which the catalog can still tell more. It leaves out recent lookups without a result.
  func dueLookups(of stars: [MovieID], in catalog: String) -> SharedTask<Set<MovieID>>
  /// Records what a catalog's service has told, and the stars that it does not know.
  func recordLookups(in catalog: String, found: [KnownID], fruitless: [MovieID]) -> SharedTask<Void>
}

/// A star about which a catalog's service can tell more.
public struct StarToLookUp: Sendable {
  /// The id under which the star is stored.
  public var id: MovieID
  /// The film, whose id in the catalog is unknown; nil if `id` is one of the catalog's and the film is unknown.
  public var film: IMDbID?

  /// - Parameter film: nil if `id` is one of the catalog's and the film is unknown.
  public init(id: MovieID, film: IMDbID?) { (self.id, self.film) = (id, film) }
}

/// The right to ask a catalog's service about the stars, which one process at a time has. It ends with the process.
public struct LookupClaim: Sendable {
  /// Ends the claim.
  public let release: @Sendable () -> Void

  /// - Parameter release: ends the claim; to be called once.
  public init(release: @escaping @Sendable () -> Void) { self.release = release }
}
