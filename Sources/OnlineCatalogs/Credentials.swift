/// The keys of the online catalogs. Never printed: its description tells only which are there.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// A v3 key: 32 hexadecimal digits.
  public var tmdbKey: String?
  /// A v4 read access token: a JSON Web Token, `eyJ…`.
  public var tmdbToken: String?
  public var omdbKey: String?
  public var naverID: String?
  public var naverSecret: String?

  public init() {}

  public var description: String {
    let names = [
      ("tmdb", tmdbKey ?? tmdbToken), ("omdb", omdbKey), ("naver", naverID.flatMap { _ in naverSecret }),
    ].filter { $0.1 != nil }.map(\.0)
    return "credentials for \(names.isEmpty ? "no catalog" : names.joined(separator: ", "))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
