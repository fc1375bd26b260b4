import MovieCore
import Platform

extension CatalogProvider {
  /// Naver's own service has ended. Another one with the same API needs an address, and perhaps no key.
  static let naver: CatalogProvider = CatalogProvider(
    name: NaverService.name, title: "Naver",
    keyParts: [("client ID", "NAVER_CLIENT_ID"), ("client secret", "NAVER_CLIENT_SECRET")].map { name, variable in
      KeyPart(
        name: name, variables: [variable], form: "letters, digits and signs without a space",
        hasForm: { !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIGraphic } })
    },
    defaultBaseURL: nil, requestsPerSecond: 10, isByNameOnly: true
  ) { setup throws(MovieError) in
    guard let base = setup.baseURL(of: .naver) else { throw NaverService.discontinued() }
    return NaverCatalog(http: setup.http, base: base, key: setup.keys[NaverService.name])
  }
}
