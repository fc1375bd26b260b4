/// The settings of a session, which the client can change with `initialize`.
public struct Settings: Sendable {
  /// A BCP 47 tag, for titles and other text; nil leaves the choice to each catalog.
  public var language: String?
  /// The catalog for requests that name none.
  public var catalog: String
  /// The time for which a search waits for a newer one, unless its request gives a debounce of its own.
  public var debounce: Duration = .zero
  /// Work that takes less time than this causes no `loading` events.
  public var loadingDelay: Duration = .zero

  /// - Parameter catalog: the name of a catalog that exists.
  public init(catalog: String) { self.catalog = catalog }
}
