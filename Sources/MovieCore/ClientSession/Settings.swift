/// What a client may set for its session with `initialize`.
public struct Settings: Sendable {
  /// A BCP 47 tag, for titles and other text; nil for the catalogs' own choice.
  public var language: String?
  /// Asked when a request names no catalog.
  public var catalog: String
  /// How long a search waits for a newer one where it does not say so itself.
  public var debounce: Duration = .zero
  /// Work that is over sooner is not told of.
  public var loadingDelay: Duration = .zero

  public init(catalog: String) { self.catalog = catalog }
}
