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
    let client = setup.keys[NaverService.name]?.map { NaverClient(id: $0[0], secret: $0[1]) }
    return NaverCatalog(http: setup.http, base: base, client: client)
  }
}

/// The credentials that Naver gives to a registered application. The description contains neither.
struct NaverClient: Sendable, CustomStringConvertible, CustomReflectable {
  /// Sent as `X-Naver-Client-Id`.
  var id: String
  /// Sent as `X-Naver-Client-Secret`.
  var secret: String

  var description: String { "a Naver client" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
