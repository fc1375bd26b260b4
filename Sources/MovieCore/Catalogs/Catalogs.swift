/// The catalogs of this process, and which of them is asked when a request names none.
public struct Catalogs: Sendable {
  /// In the order in which they are told to clients.
  public let all: [any Catalog]
  /// Always the name of one of `all`.
  public let defaultName: String
  /// Catalogs that exist and cannot be used here, each with the reason why.
  private let unavailable: [String: MovieError]

  /// - Parameters:
  ///   - name: the default; nil for the first.
  ///   - unavailable: what to say of catalogs that exist and cannot be used here, by their names.
  /// - Throws: `catalogUnknown`, or why it cannot be used, where the default is none of them.
  public init(
    _ all: [any Catalog], default name: String? = nil, unavailable: [String: MovieError] = [:]
  ) throws(MovieError) {
    self.all = all
    self.unavailable = unavailable
    defaultName = name ?? all.first?.info.name ?? ""
    _ = try catalog(defaultName)
  }

  /// - Throws: `catalogUnknown`, or why a catalog that exists cannot be used here.
  public func catalog(_ name: String) throws(MovieError) -> any Catalog {
    guard let catalog = all.first(where: { $0.info.name == name }) else {
      if let error = unavailable[name] { throw error }
      let known = all.map(\.info.name).joined(separator: ", ")
      throw MovieError(
        .catalogUnknown, "There is no catalog “\(name.prefix(40))”. This server has: \(known).",
        catalog: String(name.prefix(40)))
    }
    return catalog
  }
}
