extension LanguageService {
  /// `textDocument/hover`: everything about the film under the cursor.
  func hover(_ params: JSON, _ document: OpenDocument) async throws -> JSON {
    guard let located = document.reference(at: try Position(params["position"])),
      let film = try await films.resolve(located.reference.target),
      let (current, json) = try await films.detail(film.id)
    else { return .null }
    let isMarkdown = document.client.showsMarkdownInHover
    let text = FilmText(film: current, json: json, isMarkdown: isMarkdown).text
    return ["contents": Self.contents(text, isMarkdown: isMarkdown), "range": located.range]
  }

  static func contents(_ text: String, isMarkdown: Bool) -> JSON {
    ["kind": isMarkdown ? "markdown" : "plaintext", "value": .string(text)]
  }

  // MARK: Links

  /// `textDocument/documentLink`: the links of ids and titles. Only those of films that are known have a target. URLs
  /// have none, because editors open them anyway.
  func links(_ document: OpenDocument) -> JSON {
    .array(
      document.references.filter { $0.reference.form != .url }.map { located in
        let film = films.known(located.reference.target)
        let target = film?.link ?? Self.link(to: located.reference.target)
        let tooltip = document.client.hasLinkTooltips ? film.map { JSON.string(MarkdownText.clean($0.label)) } : nil
        let data = target == nil ? Self.data(of: located.reference.target) : nil
        return .members([
          "range": located.range, "target": target.map { .string($0) }, "tooltip": tooltip, "data": data,
        ])
      })
  }

  /// `documentLink/resolve`: the target of a link whose film was not known.
  func resolveLink(_ link: JSON, _ client: ClientCapabilities) async throws -> JSON {
    guard case .object(let members) = link, let target = Self.target(of: link["data"]),
      let film = try await films.resolve(target), let address = film.link
    else { return link }
    let tooltip = client.hasLinkTooltips ? [JSON.Member("tooltip", .string(MarkdownText.clean(film.label)))] : []
    return .object(members.filter { $0.name != "data" } + [JSON.Member("target", .string(address))] + tooltip)
  }

  private static func link(to target: Reference.Target) -> String? {
    switch target {
    case .film(.imdb(let id)): "https://www.imdb.com/title/\(id)/"
    case .film(.movie(let id)) where id.catalog == "tmdb": "https://www.themoviedb.org/movie/\(id.native)"
    case .film, .title: nil
    }
  }

  private static func data(of target: Reference.Target) -> JSON {
    switch target {
    case .film(.imdb(let id)): ["id": .string(id)]
    case .film(.movie(let id)): ["id": .string(id.description)]
    case .film(.title(let title)): ["slug": .string(title)]
    case .title(let title, let year): .members(["title": .string(title), "year": year.map { .integer($0) }])
    }
  }

  static func target(of data: JSON?) -> Reference.Target? {
    if let id = data?["id"]?.string { return QueryReference(id).map { .film($0) } }
    if let slug = data?["slug"]?.string { return .film(.title(slug)) }
    return data?["title"]?.string.map { .title($0, year: data?["year"]?.int) }
  }

  // MARK: Hints and symbols

  /// `textDocument/inlayHint`: what is known of the films without asking a service.
  func hints(_ params: JSON, _ document: OpenDocument) async throws -> JSON {
    let range = try Range<Position>(json: params["range"])
    state.withLock { $0.hasHints = true }
    var hints: [JSON] = []
    var lookups = 0
    var (line, shown): (Int, Set<String>) = (-1, [])
    for located in document.references(in: range.lowerBound.line..<range.upperBound.line + 1) {
      if located.line != line { (line, shown) = (located.line, []) }
      let target = located.reference.target
      if !films.wasLookedFor(target) {
        // A long document is not searched for at once: that would hold up what the user does.
        lookups += 1
        if lookups > Self.maximumLookups { continue }
        try Task.checkCancellation()
      }
      // A line may have the title of a film and its URL.
      guard let film = await films.local(target) ?? films.known(target), shown.insert(film.id).inserted,
        !film.hint.isEmpty, let end = located.range["end"]
      else { continue }
      hints.append(["position": end, "label": .string(film.hint), "paddingLeft": true])
    }
    return .array(hints)
  }

  private static let maximumLookups = 200

  /// `textDocument/documentSymbol`: the references of a document.
  func symbols(_ document: OpenDocument) -> JSON {
    .array(
      document.references.map { located in
        let name = JSON.string(Self.name(of: located.reference, films.known(located.reference.target)))
        let range = located.range
        return document.client.hasSymbolTrees
          ? ["name": name, "kind": Self.symbolKind, "range": range, "selectionRange": range]
          : ["name": name, "kind": Self.symbolKind, "location": ["uri": .string(document.uri), "range": range]]
      })
  }

  /// LSP has no kind for films; this is `Object`.
  static let symbolKind: JSON = 19

  private static func name(of reference: Reference, _ film: Film?) -> String {
    if let film { return MarkdownText.clean(film.label) }
    switch reference.target {
    case .film(.imdb(let id)): return id
    case .film(.movie(let id)): return id.description
    case .film(.title(let title)): return title
    case .title(let title, let year): return MarkdownText.clean(title) + (year.map { " (\($0))" } ?? "")
    }
  }
}
