import OperatingSystem

/// A command that a client may execute. Raw values are wire names.
enum Command: String, CaseIterable {
  case star = "movies.star"
  case unstar = "movies.unstar"
  case watchlist = "movies.watchlist"
  case logViewing = "movies.logViewing"
  case rate = "movies.rate"
  case open = "movies.open"
  case logDocument = "movies.logDocument"
}

extension LanguageService {
  func execute(_ params: JSON, _ client: ClientCapabilities) async throws -> JSON {
    let name = params["command"]?.string ?? ""
    guard let command = Command(rawValue: name) else {
      throw RPCError.invalidParams("There is no command “\(name.prefix(80))”.", field: "command")
    }
    let argument = params["arguments"]?.array?.first ?? .null
    if command == .logDocument { return try await logDocument(argument, client) }
    let id = try await movieID(argument)
    func call(_ method: String, _ members: KeyValuePairs<String, JSON?> = [:]) async throws -> JSON {
      guard case .object(let own) = JSON.members(members) else { return .null }
      return try await films.call(method, .object([JSON.Member("id", .string(id))] + own))
    }
    let rating = argument["rating"]
    switch command {
    case .star: return try await call("star")
    case .unstar: return try await call("unstar")
    case .watchlist: return try await call("mark", ["watchlist": argument["watchlist"] ?? true])
    case .rate:
      guard rating != nil else { throw RPCError.invalidParams("The argument needs a rating.", field: "rating") }
      return try await call("mark", ["rating": rating])
    case .logViewing:
      return try await call("logViewing", ["date": argument["date"], "rating": rating, "rewatch": argument["rewatch"]])
    case .open: return try await open(id, client)
    case .logDocument: return .null
    }
  }

  /// The film of a command's argument: `{"id": …}`, or a text that names it.
  private func movieID(_ argument: JSON) async throws -> String {
    let text = argument["id"]?.string ?? argument.string ?? ""
    if let id = MovieID(text) { return id.description }
    if let reference = QueryReference(text), let film = try await films.resolve(.film(reference)) { return film.id }
    throw RPCError.invalidParams("The argument must be an object with the id of a film.", field: "arguments")
  }

  private func open(_ id: String, _ client: ClientCapabilities) async throws -> JSON {
    guard let (film, _) = try await films.detail(id), let link = film.link else {
      throw RPCError.requestFailed("No page of this film is known.")
    }
    guard client.showsDocuments else {
      show(link)
      return ["url": .string(link)]
    }
    return try await ask("window/showDocument", ["uri": .string(link), "external": true])
  }

  /// `movies.logDocument`: logs all viewings of a diary as one change, after the user has seen what would be logged.
  /// Its result is that of `importLibrary`; without a change if the user declines.
  func logDocument(_ argument: JSON, _ client: ClientCapabilities) async throws -> JSON {
    let uri = argument["uri"]?.string ?? argument.string ?? ""
    guard let document = state.withLock({ $0.documents[uri] }) else {
      throw RPCError.invalidParams("The argument must be an object with the uri of an open document.", field: "uri")
    }
    // The text as it is in the editor, which may not be saved.
    makeDirectory(pages.folder)
    let path = "\(pages.folder)/.diary.\(getpid()).\(document.text.markup.rawValue)"
    unlink(path)
    do throws(FileError) {
      try createFile(path, document.text.bytes, isDurable: false)
    } catch {
      throw RPCError.requestFailed("The diary \(error.description).")
    }
    defer { unlink(path) }
    let params: [JSON.Member] = [JSON.Member("path", .string(path)), JSON.Member("format", "notes")]
    let trial = try await films.call("importLibrary", .object(params + [JSON.Member("dryRun", true)]))
    let changes = (trial["added"]?.int ?? 0) + (trial["changed"]?.int ?? 0)
    let summary = Self.summary(trial)
    guard changes > 0 else {
      show(summary)
      return trial
    }
    let log = "Log them"
    let choice = try await ask(
      "window/showMessageRequest",
      ["type": 3, "message": .string(summary), "actions": [["title": .string(log)], ["title": "Cancel"]]])
    guard choice["title"]?.string == log else { return trial }
    return try await films.call("importLibrary", .object(params))
  }

  private static func summary(_ trial: JSON) -> String {
    let changes = (trial["added"]?.int ?? 0) + (trial["changed"]?.int ?? 0)
    let lines = trial["unmatched"]?.array?.compactMap { $0["line"]?.int }.map(String.init) ?? []
    let unreadable = lines.isEmpty ? "" : " These lines name no film that is known: \(lines.joined(separator: ", "))."
    let read = trial["read"]?.int ?? 0
    return "Of \(read) lines with a day, the viewings of \(changes) films are new.\(unreadable)"
  }
}
