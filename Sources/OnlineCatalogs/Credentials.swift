/// The keys of the online catalogs: for each the one that is configured, or nil. No value is in its description.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// A v3 key, which is 32 hexadecimal digits, or a v4 read access token, which is a JSON Web Token, `eyJ…`.
  public var tmdb: Secret<String>?
  /// A key, of letters and digits.
  public var omdb: Secret<String>?
  public var naver: Secret<NaverClient>?

  /// What Naver gives to an application that is registered there.
  public struct NaverClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// Sent as `X-Naver-Client-Id`.
    public var id: String
    /// Sent as `X-Naver-Client-Secret`.
    public var secret: String

    public init(id: String, secret: String) {
      self.id = id
      self.secret = secret
    }

    public var description: String { "a client of Naver" }
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// None is configured.
  public init() {}

  public var description: String {
    let names = [("tmdb", tmdb != nil), ("omdb", omdb != nil), ("naver", naver != nil)].filter(\.1).map(\.0)
    return "credentials for \(names.isEmpty ? "no catalog" : names.joined(separator: ", "))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
