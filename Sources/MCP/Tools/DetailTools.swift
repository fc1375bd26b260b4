import OperatingSystem

extension Tool {
  static let getMovie = Tool(
    name: "get_movie", effect: .none, asksServices: true,
    arguments: [
      .of(method: "detail", besides: ["reviews"]),
      .own("include", { .array(of: .oneOf(FilmDetail.parts.map(\.name))) }, "The parts to add."),
      .own("poster", { .boolean }, "Whether to add the poster as an image."),
    ],
    result: "detail"
  ) { call in
    let parts = (call["include"] ?? []).array
    let known = FilmDetail.parts.map(\.name)
    guard let parts = parts?.compactMap(\.string), parts.allSatisfy(known.contains) else {
      throw RPCError.invalidParams(
        "The argument include must be an array of: \(known.joined(separator: ", ")).", field: "include")
    }
    let wantsPoster = try call.value("poster", "true or false", \.bool) ?? false
    let id = call["id"]
    let detail = try await FilmDetail(call, id: id ?? .null, including: parts)
    var notices = call.attributions([id?.string ?? ""])
    var image: (String, String)?
    if wantsPoster {
      do {
        image = try await call.poster(of: id)
      } catch let error as RPCError {
        notices.append("No poster: \(SafeText.line(error.message, maximum: 300))")
      }
    }
    var output = ToolOutput(detail.lines, notices: notices, structured: detail.shortened)
    output.image = image
    return output
  }

  static let getPerson = Tool(
    name: "get_person", effect: .none, asksServices: true,
    arguments: [
      .own("id", { .string }, "The id of the person, such as tmdb:21684."),
      .own("name", { .text }, "The name, instead of id; the best known person of that name is returned."),
      .of(method: "people", besides: ["query", "limit"]), .cursor,
    ],
    result: "person", isPaged: true
  ) { call in
    let cursor = try ListCursor(call)
    var id = call["id"]
    var others: [String] = []
    if id == nil, let name = call["name"] {
      let people = try await call.movies("people", [("query", name), ("limit", 5)])
      let found = people.list("people")
      guard let first = found.first else {
        throw RPCError.invalidParams("No person is found with this name. Give another spelling.", field: "name")
      }
      id = first["id"]
      others = found.dropFirst().map { FilmText.joined([$0.line("name"), FilmText.id($0)]) }
    }
    guard let id else { throw RPCError.invalidParams("One of the arguments id and name is required.", field: "id") }
    let person = try await call.movies("person", [("id", id)])
    return call.output(person, cursor, others: others)
  }

  static let getCollection = Tool(
    name: "get_collection", effect: .none, asksServices: true, arguments: [.of(method: "collection"), .cursor],
    result: "collection", isPaged: true
  ) { call in
    let cursor = try ListCursor(call)
    let collection = try await call.movies("collection")
    let films = collection.list("items")
    let rest = films.dropFirst(cursor.offset)
    return call.listOutput(
      collection.replacing("items", Array(rest)), cursor, of: "in “\(collection.line("name"))”",
      tool: "get_collection", total: films.count)
  }
}

extension ToolCall {
  private static let maximumImageBytes = 400 << 10

  fileprivate func poster(of id: JSON?) async throws -> (data: String, mimeType: String) {
    let file = try await movies("poster", [("id", id), ("width", 342)])
    do {
      let bytes = try readFile(file["path"]?.string ?? "", maximumBytes: Self.maximumImageBytes)
      return (Base64.encode(bytes), file["mimeType"]?.string ?? "image/jpeg")
    } catch {
      throw RPCError.invalidParams("The image is too large, or its file has just been removed.", field: "poster")
    }
  }

  fileprivate func output(_ person: JSON, _ cursor: ListCursor, others: [String]) -> ToolOutput {
    let credits = ["cast", "crew"].flatMap { list in
      person.list(list).map { (list, JSON.object($0.members(without: ["overview"])).safe(texts: 300, lists: 4)) }
    }
    let rest = credits.dropFirst(cursor.offset)
    let facts = person.safe(texts: 1_500, lists: 10).members(without: ["cast", "crew"])
    let head = FilmText.lines(facts) + others.map { "Another person of that name: \($0)" }
    let attributions = attributions([person["id"]?.string ?? ""])
    let texts = [JSON.object(facts).jsonText] + head + others + attributions
    let count = ToolOutput.fitting(rest.map(\.1), reserved: texts.reduce(1_000) { $0 + $1.unicodeScalars.count })
    let shown = rest.prefix(count)
    let next = cursor.text(after: count, hasMore: count < rest.count)
    let lists = ["cast", "crew"].map { list in JSON.Member(list, .array(shown.filter { $0.0 == list }.map(\.1))) }
    let names = others.isEmpty ? [] : [JSON.Member("others", .array(others.map { .string($0) }))]
    let range = "Films \(min(cursor.offset + 1, credits.count)) to \(cursor.offset + count) of \(credits.count):"
    return ToolOutput(
      head + [range] + shown.map { FilmText.line($0.1) }, next: next, of: "get_person", notices: attributions,
      structured: .object(facts + lists + names))
  }
}
