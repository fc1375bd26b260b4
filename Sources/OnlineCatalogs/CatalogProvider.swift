import HTTP
import MovieCore

/// An online catalog as the program sets it up: its names, its key, its limits, and how to make it.
///
/// To add a catalog, write a provider next to it and add that to `all`. The program derives everything else from this
/// table: the subcommand `auth`, the configuration, the help, the manual page, completions and error messages.
public struct CatalogProvider: Sendable {
  /// The catalog's name, which is the first half of its movies' ids, such as `tmdb`.
  public let name: String
  /// What people call the service.
  public let title: String
  /// The texts that make up a key, in the order in which they are entered and stored.
  public let keyParts: [KeyPart]
  /// The address of the service; nil if it has ended, so that only `baseURLVariable` can name one.
  public let defaultBaseURL: String?
  /// How many requests a second the service allows one client; nil for no limit.
  public let requestsPerSecond: Int?
  /// Whether the catalog answers only when a request names it, and is never the default.
  public let isByNameOnly: Bool
  /// Makes the catalog. Must cost nothing: no file is read and no command run until the service is first asked.
  ///
  /// - Throws: why the catalog cannot be used with this setup.
  let make: @Sendable (CatalogSetup) throws(MovieError) -> any Catalog

  /// One of the texts that make up a key.
  public struct KeyPart: Sendable {
    public let name: String
    /// The environment variables that can hold it; the first one that is set counts.
    public let variables: [String]
    /// What it looks like, for help and error messages.
    public let form: String
    public let isWellFormed: @Sendable (String) -> Bool

    /// The variables as a phrase: “TMDB_API_KEY or TMDB_ACCESS_TOKEN”.
    public var variablesText: String { list(variables, "or") }
  }

  init(
    name: String, title: String, keyParts: [KeyPart], defaultBaseURL: String?, requestsPerSecond: Int? = nil,
    isByNameOnly: Bool = false, make: @escaping @Sendable (CatalogSetup) throws(MovieError) -> any Catalog
  ) {
    self.name = name
    self.title = title
    self.keyParts = keyParts
    self.defaultBaseURL = defaultBaseURL
    self.requestsPerSecond = requestsPerSecond
    self.isByNameOnly = isByNameOnly
    self.make = make
  }

  /// All providers, in the order in which their catalogs become the default.
  public static let all: [CatalogProvider] = [.tmdb, .omdb, .naver]

  public static func named(_ name: String) -> CatalogProvider? { all.first { $0.name == name } }

  /// How many requests a second each service allows, by provider name.
  public static var requestsPerSecond: [String: Int] {
    var rates: [String: Int] = [:]
    for provider in all { rates[provider.name] = provider.requestsPerSecond }
    return rates
  }

  /// The name of the file in the data folder that keeps the logins to accounts.
  public static var loginFileName: String { LoginFile.name }

  /// How the names of this catalog's environment variables begin, such as `TMDB_`.
  public var variablePrefix: String { name.uppercased() + "_" }

  /// The environment variable that names another address of the service.
  public var baseURLVariable: String { variablePrefix + "BASE_URL" }

  /// The environment variables that hold the whole key, as a phrase: “NAVER_CLIENT_ID and NAVER_CLIENT_SECRET”.
  public var keyVariables: String { list(keyParts.map(\.variablesText), "and") }
}

/// Not `joined()`, which would look its types up at every start.
private func list(_ texts: [String], _ word: String) -> String {
  texts.dropFirst().reduce(texts[0]) { $0 + " \(word) " + $1 }
}

/// What online catalogs are made with.
public struct CatalogSetup: Sendable {
  public var http: any HTTPTransport
  /// The folder that keeps logins.
  public var dataFolder: String
  /// The keys that are configured, by provider name; each has as many parts as the provider says.
  public var keys: [String: Secret<[String]>] = [:]
  /// Addresses other than the services' own, by provider name.
  public var baseURLs: [String: String] = [:]
  /// Stands in for every key that is not configured. Recorded responses need none.
  public var placeholderKey: String?
  /// Why stored keys were not read; nil if they were.
  public var keyFailure: String?

  public init(http: any HTTPTransport, dataFolder: String) {
    self.http = http
    self.dataFolder = dataFolder
  }

  /// Makes the provider's catalog.
  ///
  /// - Throws: why the catalog cannot be used; `catalogNotConfigured` if its key is missing.
  public func catalog(of provider: CatalogProvider) throws(MovieError) -> any Catalog { try provider.make(self) }

  /// The address of the provider's service; nil if none is known.
  func baseURL(of provider: CatalogProvider) -> String? { baseURLs[provider.name] ?? provider.defaultBaseURL }

  /// The key of a provider whose key has one part; nil if it is not configured.
  func key(of provider: CatalogProvider) -> Secret<String>? {
    if let key = keys[provider.name] { return key.map { $0[0] } }
    return placeholderKey.map { Secret($0) }
  }

  /// The key of a provider whose key has one part.
  ///
  /// - Throws: `catalogNotConfigured` if there is none; the message names the variable to set.
  func requiredKey(of provider: CatalogProvider) throws(MovieError) -> Secret<String> {
    if let key = key(of: provider) { return key }
    throw MovieError(
      .catalogNotConfigured,
      """
      The catalog \(provider.name) has no key. Set \(provider.keyVariables), or run “movie-server auth \
      \(provider.name)”.
      """, catalog: provider.name, detail: keyFailure)
  }
}
