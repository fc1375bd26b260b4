import JSON
import JSONRPC
import MovieCore

/// `initialize`: tells who is there, and sets what holds for the whole session. Optional, at any time, once.
enum Initialize {
  static let supportedVersions = ["1.0"]

  static let protocolVersion = Parameter.optionalText("protocolVersion", "The version of the protocol that is spoken.")
  static let clientInfo = Parameter.optionalJSON(
    "clientInfo", "The client's name and version, for people.",
    .object([.optional("name", .string, "The client's name."), .optional("version", .string, "Its version.")]))
  static let processId = Parameter.optionalInteger(
    "processId", "The client's process: the server ends when it is gone.", in: 1...Int(Int32.max))
  static let locale = Parameter.optionalText("locale", "The user's language and region, as `ko-KR` or `ko_KR.UTF-8`.")
  static let catalog = Parameter.optionalText("catalog", "The catalog asked when a request names none.")
  static let notifications = Parameter.optionalTexts("notifications", "The notifications wanted; all by default.")
  static let debounceMs = Parameter.optionalMilliseconds(
    "debounceMs", "How long a search waits for a newer one, where it does not say so itself.")
  static let loadingDelayMs = Parameter.optionalMilliseconds(
    "loadingDelayMs", "Work that is over sooner is not told of by `loading`.")

  static let method = Method(
    "initialize", "Tells what the server can do and sets the session's defaults.",
    [protocolVersion, clientInfo, processId, locale, catalog, notifications, debounceMs, loadingDelayMs],
    errors: .failures(.catalogUnknown, .catalogNotConfigured, .catalogDiscontinued) + [.protocolVersionUnsupported],
    result: result, examples: examples
  ) { call in
    let version = try call(protocolVersion)
    let processId = try call(processId)
    let locale = try call(locale)
    let catalog = try call(catalog)
    let notifications = try call(notifications)
    let debounce = try call(debounceMs)
    let loadingDelay = try call(loadingDelayMs)
    if let client = try call(clientInfo) { try checkClient(client) }
    let major = version?.prefix { $0 != "." }
    guard major == nil || supportedVersions.contains(where: { $0.prefix { $0 != "." } == major }) else {
      throw RPCError.protocolVersionUnsupported(version ?? "", supported: supportedVersions)
    }
    let session = call.session
    if let catalog { _ = try session.catalogs.catalog(catalog) }
    guard !call.service.hasInitialized.exchange(true, ordering: .relaxed) else {
      throw RPCError.invalidRequest("The session is initialized already.")
    }
    session.configure { settings in
      if let locale { settings.language = LanguageTag.tag(ofLocale: locale) }
      if let catalog { settings.catalog = catalog }
      if let debounce { settings.debounce = debounce }
      if let loadingDelay { settings.loadingDelay = loadingDelay }
    }
    if let notifications { call.service.notifier.narrow(to: notifications) }
    if let processId { call.service.server.followProcess(processId) }
    // A store that cannot be used says so when it is asked for something; it is no reason not to begin.
    let favorites = try? await session.favoritesState()
    let server = call.service.server
    return Record { result in
      result.member("protocolVersion", supportedVersions[0])
      result.name("serverInfo")
      result.object { info in
        info.member("name", server.name)
        info.member("version", server.version)
      }
      result.member("catalog", session.currentSettings.catalog)
      result.name("catalogs")
      result.array(session.catalogs.all.map(\.info))
      if let favorites {
        result.name("favorites")
        result.object { $0.members(of: favorites) }
      }
    }
  }

  private static var result: JSONSchema {
    .shared(
      "Server", "Who answers.",
      [
        .required("protocolVersion", .string, "The version of the protocol that is spoken."),
        .required(
          "serverInfo",
          .object([.required("name", .string, "The server's name."), .required("version", .string, "Its version.")]),
          "The server, for people."),
        .required("catalog", .string, "The catalog asked when a request names none."),
        .required("catalogs", .array(of: CatalogInfo.schema), "Every catalog there is."),
        .optional("favorites", FavoritesState.schema, "Where the favorites stand; absent where they cannot be used."),
      ])
  }

  private static var examples: [Example] {
    [
      Example(
        "An editor says hello",
        ["protocolVersion": "1.0", "clientInfo": ["name": "my-editor", "version": "1.2"], "locale": "en-US"],
        result: [
          "protocolVersion": "1.0", "serverInfo": ["name": "movie-server", "version": "0.1.0"], "catalog": "builtin",
          "catalogs": [
            [
              "name": "builtin", "title": "Built-in films",
              "capabilities": ["search", "home", "genres", "detail", "recommendations"],
            ]
          ],
          "favorites": ["epoch": "d192a0552e9e1fe7", "revision": 0, "total": 0],
        ])
    ]
  }

  /// Who the client is has no consequence, but must be what the schema says.
  private static func checkClient(_ client: JSON) throws(RPCError) {
    guard case .object = client else {
      throw .invalidParams("The member clientInfo must be an object.", field: "clientInfo")
    }
    for name in ["name", "version"] {
      guard let value = client[name], !value.isNull, value.string == nil else { continue }
      throw .invalidParams("The member clientInfo.\(name) must be a string.", field: "clientInfo.\(name)")
    }
  }
}
