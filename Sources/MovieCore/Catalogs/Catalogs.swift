/// The catalogs of this process, and which of them is asked when a request names none.
public struct Catalogs: Sendable {
  /// In the order in which they are told to clients.
  public let all: [any Catalog]
  public let defaultName: String

  /// - Throws: `catalogUnknown` where the default is none of them.
  public init(_ all: [any Catalog], default name: String) throws(MovieError) {
    self.all = all
    defaultName = name
    _ = try catalog(name)
  }

  public func catalog(_ name: String) throws(MovieError) -> any Catalog {
    guard let catalog = all.first(where: { $0.info.name == name }) else {
      let known = all.map(\.info.name).joined(separator: ", ")
      throw MovieError(
        .catalogUnknown, "There is no catalog “\(name.prefix(40))”. This server has: \(known).",
        catalog: String(name.prefix(40)))
    }
    return catalog
  }
}
