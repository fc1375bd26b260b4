struct ToolCall: Sendable {
  let service: ContextService
  let request: Request
  var arguments: [JSON.Member] = []

  subscript(name: String) -> JSON? {
    guard let value = arguments.last(where: { $0.name == name })?.value, !value.isNull else { return nil }
    return value
  }

  /// Calls a method in this process. The arguments that it knows are params too, unless `params` has them.
  func movies(_ method: String, _ params: [(String, JSON?)] = []) async throws -> JSON {
    let own = params.compactMap { name, value in value.map { JSON.Member(name, $0) } }
    let names = Set(service.movies.methods.parameters(of: method).map(\.name)).subtracting(own.map(\.name))
    let passed = arguments.filter { names.contains($0.name) }
    let result = try await service.movies.answer(request.forwarding(method, Params(passed + own)))
    try Task.checkCancellation()
    return try JSON.parse(result.jsonBytes)
  }

  /// The value of an argument that the tool reads itself; nil if the call has none.
  func value<Value>(_ name: String, _ expectation: String, _ read: (JSON) -> Value?) throws(RPCError) -> Value? {
    guard let given = self[name] else { return nil }
    if let value = read(given) { return value }
    throw .invalidParams("The argument \(name) must be \(expectation).", field: name)
  }

  /// The notices that belong to the data of the catalogs whose ids these are.
  func attributions(_ ids: [String]) -> [String] {
    let names = Set(ids.compactMap { MovieID($0)?.catalog })
    return service.movies.session.catalogs.all.compactMap { catalog in
      names.contains(catalog.info.name) ? catalog.info.attribution : nil
    }
  }
}

extension ContextService {
  /// Calls a tool. Its own failure is a result, which tells the model what to do.
  func callTool(_ request: ContextRequest) async throws -> JSON {
    let name = try request.text("name")
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw RPCError.invalidParams("Unknown tool: \(SafeText.line(name, maximum: 80))", field: "name")
    }
    let call = ToolCall(service: self, request: request.request, arguments: try request.object("arguments"))
    let output: ToolOutput
    do {
      try tool.check(call.arguments, movies.methods)
      output = try await tool.run(call)
    } catch let error as RPCError where error.reason != RPCError.internalError.reason {
      let explanation = JSON.string(await call.explanation(of: error))
      return request.result([
        JSON.Member("content", [["type": "text", "text": explanation]]), JSON.Member("isError", true),
      ])
    }
    return request.result(output.members)
  }
}

extension Tool {
  /// - Throws: an error if there is an argument that the tool does not have: a model would believe that it counts.
  fileprivate func check(_ given: [JSON.Member], _ methods: MethodTable) throws(RPCError) {
    let names = arguments.flatMap { $0.properties(methods) }.map(\.name)
    guard let unknown = given.first(where: { !names.contains($0.name) }) else { return }
    throw .invalidParams(
      """
      There is no argument \(SafeText.line(unknown.name, maximum: 60)). The arguments are: \
      \(names.joined(separator: ", ")).
      """, field: unknown.name)
  }
}

struct ToolOutput {
  let text: String
  /// For programs; fits the tool's output schema.
  let structured: JSON
  var image: (data: String, mimeType: String)?

  /// The text and the structured content have at most this many characters together.
  static let maximumCharacters = 25_000

  static let stale = "The catalog cannot be reached: this is an earlier answer."

  /// The last lines are left out if there is no room. `next` is the cursor with which `tool` continues the list.
  init(_ lines: [String], next: JSON? = nil, of tool: String = "", notices: [String] = [], structured: JSON) {
    let more = next.map { [JSON.Member("nextCursor", $0)] } ?? []
    let structured = JSON.object(structured.members() + more)
    let notices = (next?.string.map { ["More: call \(tool) again with cursor “\($0)”."] } ?? []) + notices
    var room = Self.maximumCharacters - structured.jsonText.unicodeScalars.count
    room -= notices.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    let shown = lines.prefix { line in
      room -= line.unicodeScalars.count + 1
      return room >= 0
    }
    text = (shown + notices).joined(separator: "\n")
    self.structured = structured
  }

  /// The number of films that fit, at least one.
  static func fitting(_ films: some Collection<JSON>, reserved: Int, line: (JSON) -> String = FilmText.line) -> Int {
    var room = maximumCharacters - reserved
    var count = 0
    for film in films {
      room -= film.jsonText.unicodeScalars.count + line(film).unicodeScalars.count + 2
      guard room >= 0 || count == 0 else { break }
      count += 1
    }
    return count
  }

  fileprivate var members: [JSON.Member] {
    var content: [JSON] = [["type": "text", "text": .string(text)]]
    if let image {
      content.append(["type": "image", "data": .string(image.data), "mimeType": .string(image.mimeType)])
    }
    return [JSON.Member("content", .array(content)), JSON.Member("structuredContent", structured)]
  }
}

extension ToolCall {
  func explanation(of error: RPCError) async -> String {
    var text = SafeText.line(error.message, maximum: 1_000)
    if let advice = Tool.texts["advice"]?[error.reason]?.string { text += " " + advice }
    if error.details.first(where: { $0.name == "field" })?.value.string?.hasSuffix("enres") == true,
      let genres = try? await movies("genres")["genres"]?.array
    {
      text += " The genres are: " + FilmText.names(.array(genres.compactMap { $0["name"] }), maximum: 60) + "."
    }
    return text
  }
}
