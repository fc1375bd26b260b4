import OperatingSystem

/// Read-only pages about films in the cache folder, which an editor opens when the user chooses a film.
final class FilmPages: Sendable {
  let folder: String
  /// The number of pages; nil before they were counted. Held while one is written.
  private let count = Mutex<Int?>(nil)

  init(folder: String) { self.folder = folder }

  private static let maximum = 2_000

  /// Writes the page of a film, unless it is there, perhaps with an older text, and returns its URI.
  func write(_ film: Film, _ json: JSON, keepsOlder: Bool) throws(FileError) -> String {
    let path = "\(folder)/\(film.movie.id.catalog)-\(Self.encoded(film.movie.id.native, keeping: "-_")).md"
    let text = Array((FilmText(film: film, json: json, isMarkdown: true).text + "\n").utf8)
    try count.withLock { count throws(FileError) in
      if keepsOlder ? access(path, F_OK) == 0 : (try? readFile(path, maximumBytes: text.count)) == text { return }
      makeDirectory(folder)
      if count ?? .max >= Self.maximum { count = removeSurplus() }
      count = (count ?? 0) + 1
      try replaceFile(path, text, isDurable: false)
      chmod(path, 0o400)
    }
    return "file://" + Self.encoded(path, keeping: "/-_.~")
  }

  private static func encoded(_ text: String, keeping others: String) -> String {
    PercentEncoding.encode(text.utf8) { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
  }

  /// Removes all pages if there are too many, and returns how many there are. They are made again when they are needed.
  private func removeSurplus() -> Int {
    let names = namesInFolder(folder).filter { $0.hasSuffix(".md") }
    guard names.count >= Self.maximum else { return names.count }
    for name in names { unlink("\(folder)/\(name)") }
    return 0
  }
}

extension LanguageService {
  /// `workspace/symbol`: the films that the query finds. Each is at its page.
  func findSymbols(_ params: JSON, _ client: ClientCapabilities) async throws -> JSON {
    let query = (params["query"]?.string ?? "").trimmingASCIIWhitespace()
    guard !query.isEmpty else { return [] }
    let found = try await films.search(query, list: "notes:symbols")
    return .array(
      try found.map { film, json in
        let directors = film.movie.directors.joined(separator: ", ")
        let container = [directors, film.movie.year.map(String.init) ?? ""].filter { !$0.isEmpty }
        var location = [JSON.Member("uri", .string(try page(film, json, keepsOlder: client.resolvesSymbols)))]
        if !client.resolvesSymbols { location.append(JSON.Member("range", Self.firstLine)) }
        return .members([
          "name": .string(MarkdownText.clean(film.movie.title)), "kind": Self.symbolKind,
          "containerName": .string(MarkdownText.clean(container.joined(separator: ", "))),
          "location": .object(location), "data": client.resolvesSymbols ? ["id": .string(film.id)] : nil,
        ])
      })
  }

  /// `workspaceSymbol/resolve`: writes everything about the film to its page.
  func resolveSymbol(_ symbol: JSON) async throws -> JSON {
    guard case .object(let members) = symbol, let id = symbol.at("data", "id")?.string,
      let (film, json) = try await films.detail(id)
    else { return symbol }
    let location: JSON = ["uri": .string(try page(film, json, keepsOlder: false)), "range": Self.firstLine]
    return .object(members.filter { $0.name != "location" } + [JSON.Member("location", location)])
  }

  private static let firstLine: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]]

  private func page(_ film: Film, _ json: JSON, keepsOlder: Bool) throws(RPCError) -> String {
    do {
      return try pages.write(film, json, keepsOlder: keepsOlder)
    } catch {
      throw .requestFailed("The page of the film \(error.description).")
    }
  }
}
