import MovieCore
import Platform

extension CatalogProvider {
  /// The catalog also takes ratings and awards from OMDb, if OMDb has a key.
  static let tmdb: CatalogProvider = CatalogProvider(
    name: TMDBService.name, title: "TMDB", keyPage: "https://www.themoviedb.org/settings/api",
    keyParts: [
      KeyPart(
        name: "key", variables: ["TMDB_API_KEY", "TMDB_ACCESS_TOKEN"],
        form: "32 hexadecimal digits, or a read access token, which begins with eyJ",
        hasForm: { isV3Key($0) || isAccessToken($0) })
    ],
    defaultBaseURL: TMDBService.defaultBase, requestsPerSecond: 40
  ) { setup throws(MovieError) in
    let key = try setup.requiredKey(of: .tmdb)
    let omdb = setup.key(of: .omdb).map {
      OMDbCatalog(http: setup.http, key: $0, base: setup.baseURL(of: .omdb))
    }
    return TMDBCatalog(
      http: setup.http, base: setup.baseURL(of: .tmdb), key: key, loginFolder: setup.dataFolder,
      omdb: omdb?.ratings(imdbId:))
  }

  private static func isV3Key(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { $0.isASCIIHexDigit }
  }

  /// Whether the text is a JSON Web Token.
  private static func isAccessToken(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.hasPrefix("eyJ") && parts.count == 3
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isBase64URL } }
  }
}
