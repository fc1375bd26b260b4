/// The catalogs of this process, and the default for requests that name none.
public struct Catalogs: Sendable {
  /// All catalogs, also those that cannot be used at present.
  public let all: [any Catalog]
  /// The name of one of `all`, or of a catalog that cannot be used: requests that need it fail, and no others.
  public let defaultName: String
  /// Errors for catalogs that can never be used in this process, by name.
  private let unavailable: [String: MovieError]

  /// The catalogs in the order in which they become the default, unless one is named, and the errors of those that
  /// exist but can never be used in this process, by name. Throws `catalogUnknown` if there is no catalog with the
  /// default's name.
  public init(
    _ all: [any Catalog], default name: String? = nil, unavailable: [String: MovieError] = [:]
  ) throws(MovieError) {
    (self.all, self.unavailable) = (all, unavailable)
    defaultName = name ?? all.first { $0.unavailability == nil }?.info.name ?? ""
    try requireKnown(defaultName)
  }

  /// The only person with a name, in the first catalog that can tell.
  func person(named name: String, language: String?) -> (id: PersonID, name: String)? {
    all.lazy.compactMap { $0.person(named: name, language: language) }.first
  }

  /// The catalogs that can be used now, in the order in which `initialize` lists them.
  public var available: [any Catalog] { all.filter { $0.unavailability == nil } }

  /// Checks the name of a catalog, which may be one that cannot be used. Throws `catalogUnknown` if there is no catalog
  /// of that name.
  public func requireKnown(_ name: String) throws(MovieError) { if failure(of: name) == nil { _ = try catalog(name) } }

  /// The reason why a catalog that exists cannot be used; nil for any other name.
  public func failure(of name: String) -> MovieError? {
    unavailable[name] ?? all.first { $0.info.name == name }?.unavailability
  }

  /// - Throws: `catalogUnknown`, or the catalog's error if it cannot be used.
  public func catalog(_ name: String) throws(MovieError) -> any Catalog {
    if let error = failure(of: name) { throw error }
    guard let catalog = all.first(where: { $0.info.name == name }) else {
      let known = available.map(\.info.name).joined(separator: ", ")
      throw MovieError(
        .catalogUnknown, "There is no catalog “\(name.prefix(40))”. This server has: \(known).",
        catalog: String(name.prefix(40)))
    }
    return catalog
  }
}
