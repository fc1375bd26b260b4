/// Describes an online catalog and how to create it. `auth`, the configuration, the help, the manual, completions and
/// error messages follow from the table `all`.
public struct CatalogProvider: Sendable {
  /// The catalog's name, which is the first half of its movies' ids, such as `tmdb`.
  public let name: String
  public let title: String
  /// The page on which the service gives out keys; nil if it gives out none any more.
  public internal(set) var keyPage: String?
  /// The texts that make up a key, in the order in which they are entered and stored.
  public let keyParts: [KeyPart]
  /// The address of the service; nil if it has ended, so that only `baseURLVariable` can name one.
  let defaultBaseURL: String?
  /// The maximum number of requests per second from one client; nil for no limit.
  var requestsPerSecond: Int?
  /// Whether the catalog is used only by requests that name it, and never as the default.
  public internal(set) var isByNameOnly = false
  /// Creates the catalog, or throws why it cannot be used. Reads no file and runs no command before the first request.
  let make: @Sendable (CatalogSetup) throws(MovieError) -> any Catalog

  public struct KeyPart: Sendable {
    /// The name in prompts and messages, such as `client ID`.
    public let name: String
    /// The environment variables that can hold the text; the first one that is set counts.
    public let variables: [String]
    public let form: String
    let hasForm: @Sendable (String) -> Bool

    /// No service has keys of this size, in bytes.
    private static let maximumBytes = 1_000

    /// Whether a text can be this part of a key. The service may still reject it.
    public func isWellFormed(_ text: String) -> Bool { text.utf8.count <= Self.maximumBytes && hasForm(text) }

    /// The variables as a phrase: “TMDB_API_KEY or TMDB_ACCESS_TOKEN”.
    public var variablesText: String { list(variables, "or") }
  }

  /// All providers, in the order in which their catalogs become the default.
  public static let all: [CatalogProvider] = [.tmdb, .omdb, .naver]

  public static func named(_ name: String) -> CatalogProvider? { all.first { $0.name == name } }

  /// The maximum number of requests per second, by provider name; a service without a limit is missing.
  public static var requestsPerSecond: [String: Int] {
    Dictionary(all.map { ($0.name, $0.requestsPerSecond) }) { $1 }.compactMapValues { $0 }
  }

  /// The name of the file in the data folder that stores the logins to accounts.
  public static var loginFileName: String { LoginFile.name }

  /// The prefix of the names of this catalog's environment variables, such as `TMDB_`.
  public var variablePrefix: String { name.uppercased() + "_" }

  public var baseURLVariable: String { variablePrefix + "BASE_URL" }

  /// The environment variables that hold the whole key, as a phrase: “NAVER_CLIENT_ID and NAVER_CLIENT_SECRET”.
  public var keyVariables: String { list(keyParts.map(\.variablesText), "and") }
}

/// Joins texts. Does not use `joined()`, whose types the runtime would look up at every start.
private func list(_ texts: [String], _ word: String) -> String {
  texts.dropFirst().reduce(texts[0]) { $0 + " \(word) " + $1 }
}

public struct CatalogSetup: Sendable {
  public var http: any HTTPTransport
  public var dataFolder: String
  /// The configured keys, by provider name. A key has one text for each of the provider's `keyParts`.
  public var keys: [String: Secret<[String]>] = [:]
  /// Addresses that replace the services' own, by provider name.
  public var baseURLs: [String: String] = [:]
  /// Replaces every key that is not configured, because recorded responses need no key.
  public var placeholderKey: String?
  /// The reason why the stored keys could not be read; nil if they could.
  public var keyFailure: String?

  public init(http: any HTTPTransport, dataFolder: String) { (self.http, self.dataFolder) = (http, dataFolder) }

  public func catalog(of provider: CatalogProvider) throws(MovieError) -> any Catalog { try provider.make(self) }

  func baseURL(of provider: CatalogProvider) -> String? { baseURLs[provider.name] ?? provider.defaultBaseURL }

  func key(of provider: CatalogProvider) -> Secret<String>? {
    if let key = keys[provider.name] { return key.map { $0[0] } }
    return placeholderKey.map { Secret($0) }
  }

  /// Throws `catalogNotConfigured`, which names the variable to set, if the provider's key of one part is missing.
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
