import MovieCore
import Platform

extension CatalogProvider {
  static let omdb: CatalogProvider = CatalogProvider(
    name: OMDbService.name, title: "OMDb", keyPage: "https://www.omdbapi.com/apikey.aspx",
    keyParts: [
      KeyPart(
        name: "key", variables: ["OMDB_API_KEY"], form: "8 or more letters and digits",
        hasForm: { $0.utf8.count >= 8 && $0.utf8.allSatisfy { $0.isASCIIAlphanumeric } })
    ],
    defaultBaseURL: OMDbService.defaultBase
  ) { setup throws(MovieError) in
    OMDbCatalog(http: setup.http, key: try setup.requiredKey(of: .omdb), base: setup.baseURL(of: .omdb))
  }
}
