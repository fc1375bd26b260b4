extension LanguageService {
  /// What to search for, and the bytes of the line that a film replaces.
  private typealias Completion = (query: String, range: Range<Int>)

  /// `textDocument/completion`: the films that the words before the cursor find.
  func complete(_ params: JSON, _ document: OpenDocument) async throws -> JSON {
    let position = try Position(params["position"])
    let isInvoked = params.at("context", "triggerKind")?.int != 2
    let empty: JSON = ["isIncomplete": true, "items": []]
    guard position.line < document.text.lineCount, !document.text.isCode(position.line) else { return empty }
    let line = Array(document.text.line(position.line))
    var ruler = LineRuler(line[...], document.client.encoding)
    let cursor = ruler.byte(atCharacter: position.character)
    var found: [Film] = []
    var completion: Completion?
    for candidate in Self.completions(line, cursor, isInvoked: isInvoked) where found.isEmpty {
      found = try await films.search(candidate.query, list: "notes").map(\.film)
      completion = candidate
    }
    guard let completion else { return empty }
    let range = document.range(position.line, completion.range)
    let style = state.withLock { $0.settings.style(in: document.text.markup) }
    let typed = JSON.string(document.string(position.line, completion.range.lowerBound..<cursor))
    let items = found.enumerated().map { index, film -> JSON in
      let directors = film.movie.directors.joined(separator: ", ")
      return .members([
        "label": .string(MarkdownText.clean(film.label)), "kind": 18,
        "detail": directors.isEmpty ? nil : .string(MarkdownText.clean(directors)),
        // The server's order, and all of its results: it corrects typing errors, which a client does not.
        "sortText": .string(String(1_000 + index)), "filterText": typed,
        "textEdit": ["range": range, "newText": .string(film.text(style))], "data": ["id": .string(film.id)],
      ])
    }
    return ["isIncomplete": true, "items": .array(items)]
  }

  /// `completionItem/resolve`: the item with the text of a hover.
  func resolveCompletion(_ item: JSON, _ client: ClientCapabilities) async throws -> JSON {
    guard case .object(let members) = item, let id = item.at("data", "id")?.string,
      let (film, json) = try await films.detail(id)
    else { return item }
    let isMarkdown = client.showsMarkdownInCompletion
    let text = FilmText(film: film, json: json, isMarkdown: isMarkdown).text
    return .object(members + [JSON.Member("documentation", Self.contents(text, isMarkdown: isMarkdown))])
  }

  /// The completions to try in turn: behind `[[` or `film:`, and if the user asks for one, of the words before.
  private static func completions(_ line: [UInt8], _ cursor: Int, isInvoked: Bool) -> [Completion] {
    func completion(_ start: Int, skipping prefix: Int, end: Int) -> Completion? {
      guard start + prefix <= cursor else { return nil }
      let query = String(decoding: line[(start + prefix)..<cursor], as: UTF8.self).trimmingASCIIWhitespace()
      guard !query.isEmpty, query.utf8.count <= 300 else { return nil }
      return (query, start..<end)
    }
    if let start = last("[[", line, cursor), !line[start..<cursor].contains(UInt8(ascii: "]")) {
      // Some editors have written the closing brackets already.
      let closing = line[cursor...].prefix(2).prefix { $0 == UInt8(ascii: "]") }.count
      return completion(start, skipping: 2, end: cursor + closing).map { [$0] } ?? []
    }
    if let start = last("film:", line, cursor), start == 0 || !line[start - 1].isASCIIAlphanumeric {
      return completion(start, skipping: 5, end: cursor).map { [$0] } ?? []
    }
    guard isInvoked else { return [] }
    // From the item's or the clause's beginning, and else the last word.
    let marks = "|.,;:!?()[]\"*_>#`".utf8
    let clause = line[..<cursor].lastIndex { marks.contains($0) }.map { $0 + 1 } ?? 0
    var starts = [line[clause..<cursor].firstIndex { !$0.isASCIIWhitespace && !"-+".utf8.contains($0) } ?? cursor]
    if let space = line[starts[0]..<cursor].lastIndex(of: UInt8(ascii: " ")) { starts.append(space + 1) }
    return starts.compactMap { completion($0, skipping: 0, end: cursor) }
  }

  /// Where a text stands last before the cursor, not further away than a title is long.
  private static func last(_ text: String, _ line: [UInt8], _ cursor: Int) -> Int? {
    let pattern = Array(text.utf8)
    guard cursor >= pattern.count else { return nil }
    let first = max(0, cursor - 310)
    return (first...max(first, cursor - pattern.count)).last { line[$0..<cursor].starts(with: pattern) }
  }
}
