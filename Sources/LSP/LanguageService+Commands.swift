import JSON
import JSONRPC
import MovieCore
import Notes

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
    switch command {
    case .star: return try await films.call("star", ["id": .string(id)])
    case .unstar: return try await films.call("unstar", ["id": .string(id)])
    case .watchlist:
      return try await films.call("mark", ["id": .string(id), "watchlist": argument["watchlist"] ?? true])
    case .rate:
      guard let rating = argument["rating"] else {
        throw RPCError.invalidParams("The argument needs a rating.", field: "rating")
      }
      return try await films.call("mark", ["id": .string(id), "rating": rating])
    case .logViewing:
      return try await films.call(
        "logViewing",
        .members([
          "id": .string(id), "date": argument["date"], "rating": argument["rating"], "rewatch": argument["rewatch"],
        ]))
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
}
