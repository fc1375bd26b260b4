/// Answers requests of the Language Server Protocol 3.17 about films in notes, with the methods of a `MovieService`.
public final class LanguageService: RequestHandler {
  let films: Films
  let pages: FilmPages
  public var session: ClientSession { films.movies.session }
  let state = Mutex(State())

  struct State {
    var client: ClientCapabilities?
    var settings = NoteSettings(nil)
    var documents: [String: OpenDocument] = [:]
    /// The requests about a document, by its URI, that its next change makes void.
    var requests: [String: Set<RequestID>] = [:]
    var voided: Set<RequestID> = []
    var connection: Connection?
    /// Whether hints were asked for, and whether the client is being told to ask again.
    var (hasHints, isRefreshing, needsRefresh) = (false, false, false)
    var diagnosed: Set<String> = []
  }

  /// The catalogs that answer from this machine come best first.
  public init(_ movies: MovieService, notifier: Notifier, localCatalogs: [String], pagesFolder: String) {
    films = Films(movies, localCatalogs: localCatalogs)
    pages = FilmPages(folder: pagesFolder)
    notifier.connect { [weak self] in self?.receive($0) }
  }

  /// Sets the connection for what the server sends without being asked. To be called before it serves requests.
  public func connect(_ connection: Connection) { state.withLock { $0.connection = connection } }

  public func answer(_ request: Request) async throws -> any JSONEncodable {
    let params = JSON.object(request.params.members ?? [])
    if request.method == "initialize", request.id != nil { return try await initialize(params) }
    guard let client = state.withLock(\.client) else {
      guard request.id == nil else { throw RPCError.notInitialized }
      return JSON.null
    }
    guard let id = request.id else {
      receive(request.method, params, client)
      return JSON.null
    }
    return try await withProgress(params) {
      switch request.method {
      case "workspace/symbol": return try await findSymbols(params, client)
      case "workspaceSymbol/resolve": return try await resolveSymbol(params)
      case "workspace/executeCommand": return try await execute(params, client)
      case "completionItem/resolve": return try await resolveCompletion(params, client)
      case "documentLink/resolve": return try await resolveLink(params, client)
      default: return try await answer(request.method, id, params)
      }
    }
  }

  private func answer(_ method: String, _ id: RequestID, _ params: JSON) async throws -> JSON {
    let work: (OpenDocument) async throws -> JSON
    switch method {
    case "textDocument/hover": work = { try await self.hover(params, $0) }
    case "textDocument/completion": work = { try await self.complete(params, $0) }
    case "textDocument/documentLink": work = { self.links($0) }
    case "textDocument/codeAction": work = { try await self.actions(params, $0) }
    case "textDocument/inlayHint": work = { try await self.hints(params, $0) }
    case "textDocument/documentSymbol": work = { self.symbols($0) }
    default: throw RPCError.methodNotFound(method)
    }
    guard let uri = params.at("textDocument", "uri")?.string else {
      throw RPCError.invalidParams("The member textDocument must have a uri.", field: "textDocument")
    }
    let document = state.withLock { state in
      let document = state.documents[uri]
      if document != nil { state.requests[uri, default: []].insert(id) }
      return document
    }
    guard let document else { return .null }
    let result: Result<JSON, any Error>
    do { result = .success(try await work(document)) } catch { result = .failure(error) }
    let isVoid = state.withLock { state in
      state.requests[uri]?.remove(id)
      return state.voided.remove(id) != nil
    }
    if isVoid { throw RPCError.contentModified }
    return try result.get()
  }

  // MARK: Lifecycle

  private func initialize(_ params: JSON) async throws -> JSON {
    let client = ClientCapabilities(params["capabilities"] ?? .null)
    let isFirst = state.withLock { state in
      guard state.client == nil else { return false }
      state.client = client
      state.settings = NoteSettings(params["initializationOptions"])
      return true
    }
    guard isFirst else { throw RPCError.invalidRequest("The session is initialized already.") }
    let server = films.movies.server
    if let process = params["processId"]?.int, process > 0 { server.followProcess(process) }
    // If it fails, so do the requests that need the library.
    _ = try? await films.call(
      "initialize",
      .members(["locale": params["locale"], "notifications": ["favoritesChanged", "libraryChanged"]]))
    return [
      "capabilities": [
        "positionEncoding": .string(client.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2],
        "hoverProvider": ["workDoneProgress": true],
        "completionProvider": ["triggerCharacters": ["[", ":"], "resolveProvider": true, "workDoneProgress": true],
        "documentLinkProvider": ["resolveProvider": true, "workDoneProgress": true],
        "codeActionProvider": client.hasCodeActions
          ? ["codeActionKinds": [.string(Self.rewriteKind)], "workDoneProgress": true] : true,
        "inlayHintProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": ["resolveProvider": true, "workDoneProgress": true],
        "executeCommandProvider": [
          "commands": .array(Command.allCases.map { .string($0.rawValue) }), "workDoneProgress": true,
        ],
      ],
      "serverInfo": ["name": .string(server.name), "version": .string(server.version)],
    ]
  }

  // MARK: Documents

  private func receive(_ method: String, _ params: JSON, _ client: ClientCapabilities) {
    let document = params["textDocument"] ?? .null
    let uri = document["uri"]?.string ?? ""
    switch method {
    case "textDocument/didOpen":
      let markup = Markup(languageId: document["languageId"]?.string ?? "")
      let text = document["text"]?.exactString ?? ""
      guard text.utf8.count <= TextDocument.maximumBytes else {
        state.withLock { $0.documents[uri] = nil }
        return
      }
      let opened = OpenDocument(
        uri: uri, version: document["version"]?.int, text: TextDocument(text, markup), client: client)
      state.withLock { $0.documents[uri] = opened }
      diagnose(uri)
    case "textDocument/didChange":
      let requests = state.withLock { state in
        state.change(uri, params["contentChanges"]?.array ?? [], version: document["version"]?.int)
        let requests = state.requests[uri] ?? []
        state.voided.formUnion(requests)
        return requests
      }
      for id in requests { state.withLock(\.connection)?.cancel(id) }
      diagnose(uri)
    case "textDocument/didClose":
      state.withLock { $0.documents[uri] = nil }
      diagnose(uri)
    case "workspace/didChangeConfiguration":
      let uris = state.withLock { state in
        state.settings = NoteSettings(params["settings"])
        return Array(state.documents.keys)
      }
      for uri in uris { diagnose(uri) }
    default: break
    }
  }
}

extension LanguageService.State {
  /// Applies the changes of a document in their order. One that would become too long is closed.
  fileprivate mutating func change(_ uri: String, _ changes: [JSON], version: Int?) {
    guard let markup = documents[uri]?.text.markup else { return }
    for change in changes {
      let text = change["text"]?.exactString ?? ""
      var fits = text.utf8.count <= TextDocument.maximumBytes
      if let json = change["range"] {
        guard let range = try? Range<Position>(json: json), let encoding = client?.encoding else { continue }
        fits = fits && documents[uri]?.text.replace(range, with: text, encoding) == true
      } else if fits {
        documents[uri]?.text = TextDocument(text, markup)
      }
      if !fits {
        documents[uri] = nil
        return
      }
    }
    documents[uri]?.version = version
  }
}
