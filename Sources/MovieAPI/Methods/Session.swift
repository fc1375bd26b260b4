enum Initialize {
  static let supportedVersions = ["1.0"]

  static let protocolVersion = optional("protocolVersion", .text, "The protocol version that the client uses.")
  static let clientInfo = optional(
    "clientInfo",
    .json(
      .object([
        .init("name", isRequired: false, .string, "The name of the client."),
        .init("version", isRequired: false, .string, "The version of the client."),
      ])), "The client's name and version, for display.")
  static let processId = optional(
    "processId", .integer(in: 1...Int(Int32.max)), "The client's process id: the server exits when that process ends.")
  static let locale = optional("locale", .text, "The user's language and region, such as `ko-KR` or `ko_KR.UTF-8`.")
  static let catalog = optional("catalog", .text, "The default catalog of the session.")
  static let notifications = optional(
    "notifications", .strings, "The names of the notifications to send; all by default.")
  static let debounceMs = optional("debounceMs", .milliseconds, "The default debounce of `search`, in milliseconds.")
  static let loadingDelayMs = optional(
    "loadingDelayMs", .milliseconds, "Work that finishes within this many milliseconds sends no `loading`.")

  static let method = Method(
    "initialize", "Describes the server and sets the session's defaults.",
    details: "Optional, at any time, once. A client that needs none of its params can leave it out.",
    [protocolVersion, clientInfo, processId, locale, catalog, notifications, debounceMs, loadingDelayMs],
    errors: .failures(.catalogUnknown, .protocolVersionUnsupported)
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
    // One that cannot be used fails the requests that need it, not the session.
    if let catalog { try session.catalogs.requireKnown(catalog) }
    guard !call.service.hasInitialized.exchange(true, ordering: .relaxed) else {
      throw RPCError.invalidRequest("The session is already initialized.")
    }
    session.configure { settings in
      if let locale { settings.language = LanguageTag.tag(ofLocale: locale) }
      if let catalog { settings.catalog = catalog }
      if let debounce { settings.debounce = debounce }
      if let loadingDelay { settings.loadingDelay = loadingDelay }
    }
    if let notifications { call.service.notifier.narrow(to: notifications) }
    if let processId { call.service.server.followProcess(processId) }
    let settings = session.currentSettings
    return ServerResult(
      serverInfo: call.service.server, hint: call.service.server.hint(settings.language), catalog: settings.catalog,
      catalogs: session.catalogs.available.map { $0.info.localized(in: settings.language) },
      notifications: call.service.notifier.activeNames,
      // An unusable store fails the requests that need it, not the session.
      favorites: try? await session.favoritesState(), library: try? await session.libraryState())
  }

  /// The client's name has no effect, but must match the schema.
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

private struct ServerResult: JSONObject {
  var serverInfo: MovieService.ServerInfo
  var hint: String?
  var catalog: String
  var catalogs: [CatalogInfo]
  var notifications: [String]
  var favorites: FavoritesState?
  var library: LibraryState?

  static var schema: JSONSchema { shared("Server", "The description of the server.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("protocolVersion", .string, "The protocol version of the server.") { _ in
      Initialize.supportedVersions[0]
    }
    field.required(
      "serverInfo", MovieService.ServerInfo.schema, "The server's name and version, for display.", \.serverInfo)
    field.required(
      "capabilities", .anyObject, "Always empty. Client frameworks for LSP reject a server without this member."
    ) { _ in JSON.object([]) }
    field.required("catalog", .string, "The default catalog.") { $0.catalog }
    field.required("catalogs", .array(of: CatalogInfo.schema), "All catalogs.") { $0.catalogs }
    field.optional(
      "hint", .string, "A sentence for people: how to find more films than those of the default catalog.", \.hint)
    field.required("notifications", .strings, "The names of the notifications that are sent.") { $0.notifications }
    field.optional(
      "favorites", FavoritesState.schema, "The state of the favorites; absent if they are unusable.", \.favorites)
    field.optional("library", LibraryState.schema, "The state of the library; absent if it is unusable.", \.library)
  }
}

enum Shutdown {
  /// A `Connection` answers it itself (`MovieProtocol.role`).
  static let method = Method(
    "shutdown", "Waits until all accepted requests are answered; later requests fail with `shuttingDown`.",
    details: "Send the notification `exit` after it."
  ) { _ in Done() }

  private struct Done: JSONObject {
    static var schema: JSONSchema { shared("Done", "An empty result.") }
    static func fields(_ field: inout some FieldVisitor<Self>) {}
  }
}

enum RPCDiscover {
  static let method = Method(
    "rpc.discover", "Returns the OpenRPC document of this protocol, as `movie-server schema` prints it.",
    details: "Any tool that reads OpenRPC can make a client from it."
  ) { call in
    try await call.context.reserve()
    return OpenRPCDocument(call.service.methods)
  }
}

extension OpenRPCDocument: JSONResult {
  /// A shallow schema: OpenRPC publishes the full one.
  public static var schema: JSONSchema {
    .shared(
      "OpenRPC", "An OpenRPC document.",
      [
        .init("openrpc", isRequired: true, .string, "The version of the OpenRPC specification."),
        .init("info", isRequired: true, .anyObject, "The name and the version of the protocol."),
        .init("externalDocs", isRequired: true, .anyObject, "The URL of the base protocol's specification."),
        .init(
          "methods", isRequired: true, .array(of: .anyObject),
          "The methods and notifications; those without a `result` are notifications."),
        .init("components", isRequired: false, .anyObject, "The shared schemas and errors."),
        .init("x-reasons", isRequired: true, .array(of: .anyObject), "All error reasons with their codes."),
      ])
  }
}

enum SyncStatus {
  static let method = Method(
    "syncStatus", "Tells how far the library of this machine agrees with those of others.",
    details:
      "Machines meet in a PostgreSQL database, if one is configured. The answer comes from this machine and waits for no other.",
    errors: .failures(.storageFailed)
  ) { call in await call.session.replicationStatus() }
}
