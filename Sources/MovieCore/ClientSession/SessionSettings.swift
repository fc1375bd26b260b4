/// The settings of a session, which the client can change with `initialize`.
public struct SessionSettings: Sendable {
  /// A BCP 47 tag, for titles and other text; nil leaves the choice to each catalog. Its region is the user's country.
  public var language: String?
  /// The catalog for requests that name none.
  public var catalog: String
  /// The time for which a search waits for a newer one, unless its request gives a debounce.
  public var debounce: Duration = .zero
  /// Work that takes less time than this causes no `loading` events.
  public var loadingDelay: Duration = .zero

  /// The language and the region for a request: those of its tag, and the session's for the rest. A language without a
  /// region keeps the user's country, which decides dates and age ratings. In the session `en-US`, `ko` means
  /// `ko-u-rg-uszzzz`: Korean with the rules of the United States, as Unicode's extension of BCP 47 has it. `ko-US`
  /// would name a variety of Korean.
  func language(for requested: String?) -> String? {
    guard let requested, let language else { return requested ?? language }
    let own = language.split(separator: "-")
    guard !requested.contains("-"), own.count == 2 else { return requested }
    return requested == own[0] ? language : "\(requested)-u-rg-\(own[1].lowercased())zzzz"
  }
}
