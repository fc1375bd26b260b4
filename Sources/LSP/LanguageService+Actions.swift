extension LanguageService {
  static let rewriteKind = "refactor.rewrite"

  /// `textDocument/codeAction`: what can be done with the film under the cursor.
  func actions(_ params: JSON, _ document: OpenDocument) async throws -> JSON {
    let range = try Range<Position>(json: params["range"])
    guard let located = document.reference(at: range.lowerBound) ?? firstReference(in: range, document) else {
      return []
    }
    let target = located.reference.target
    // An editor that asks at each move of the cursor causes no request to a service.
    let isAutomatic = params.at("context", "triggerKind")?.int == 2
    let found = isAutomatic ? await films.local(target) ?? films.known(target) : try await films.resolve(target)
    guard let film = found else { return [] }
    let facts = document.text.facts(ofLine: located.line, besides: document.text.references(inLine: located.line))
    let commands = commands(for: film, facts)
    guard document.client.hasCodeActions else { return .array(commands) }
    let wanted = params.at("context", "only")?.array?.compactMap(\.string)
    var actions: [JSON] = wanted == nil ? commands.map { ["title": $0["title"] ?? "", "command": $0] } : []
    if wanted?.contains(where: { Self.rewriteKind == $0 || Self.rewriteKind.hasPrefix($0 + ".") }) != false {
      actions += edits(for: film, located, facts, document)
    }
    return .array(actions)
  }

  private func firstReference(in range: Range<Position>, _ document: OpenDocument) -> OpenDocument.Located? {
    guard range.lowerBound != range.upperBound else { return nil }
    let last = min(range.upperBound.line, range.lowerBound.line + 100)
    return document.references(in: range.lowerBound.line..<max(range.lowerBound.line, last) + 1).first { located in
      guard let start = try? Position(located.range["start"]) else { return false }
      return range.contains(start)
    }
  }

  private func commands(for film: Film, _ facts: LineFacts) -> [JSON] {
    var list: [JSON] = []
    func add(_ command: Command, _ title: String, _ more: [JSON.Member] = []) {
      let argument = JSON.object([JSON.Member("id", .string(film.id))] + more)
      list.append(["title": .string(title), "command": .string(command.rawValue), "arguments": [argument]])
    }
    let label = MarkdownText.clean(film.label)
    let rating = facts.rating.map { [JSON.Member("rating", .number(Film.number($0)))] } ?? []
    let day = facts.day.map { [JSON.Member("date", .string($0))] } ?? []
    let when = facts.day.map { "on \($0)" } ?? "today"
    add(film.isStarred ? .unstar : .star, film.isStarred ? "Remove the star of \(label)" : "Star \(label)")
    if !film.isOnWatchlist { add(.watchlist, "Put \(label) on the watchlist") }
    add(.logViewing, "Log that \(label) was watched \(when)", day + rating)
    if let value = facts.rating { add(.rate, "Rate \(label) \(Film.number(value))/10", rating) }
    if film.link != nil { add(.open, "Open the page of \(label)") }
    return list
  }

  private func edits(
    for film: Film, _ located: OpenDocument.Located, _ facts: LineFacts, _ document: OpenDocument
  ) -> [JSON] {
    let style = state.withLock { $0.settings.style(in: document.text.markup) }
    let line = Array(document.text.line(located.line))
    var edits: [JSON] = []
    func add(_ title: String, _ range: JSON, _ text: String) {
      edits.append(["title": .string(title), "kind": .string(Self.rewriteKind), "edit": document.edit(range, text)])
    }
    let linked = film.text(
      style == .plain || style == .wiki ? (document.text.markup == .org ? .org : .markdown) : style)
    if document.string(located.line, located.reference.range) != linked {
      add("Link \(MarkdownText.clean(film.label))", located.range, linked)
    }
    let start = line.firstIndex { !$0.isASCIIWhitespace } ?? 0
    if line[start] != UInt8(ascii: "|") {
      add(
        "Replace the line by a row of a table", document.range(located.line, start..<line.count),
        film.tableRow(style, rating: facts.rating))
    }
    return edits
  }
}
