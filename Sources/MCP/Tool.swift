struct Tool: Sendable {
  enum Effect: Sendable {
    case none
    /// Sets values. Doing it again changes nothing.
    case sets
    case adds
  }

  /// Tools.json has the title and the description of the tool of this name.
  let name: String
  let effect: Effect
  /// Whether it asks services on the network, if the user has a key.
  let asksServices: Bool
  let arguments: [Argument]
  /// The method whose result it returns, without members that a model does not need.
  let result: String
  /// Whether a part of a list is returned, which a cursor continues.
  var isPaged = false
  let run: @Sendable (ToolCall) async throws -> ToolOutput

  enum Argument: Sendable {
    /// Those of a method, besides some. One that the method can do without may be required.
    case of(method: String, besides: [String] = [], requiring: String? = nil)
    case own(String, @Sendable () -> JSONSchema, String)

    func properties(_ methods: MethodTable) -> [JSONSchema.Property] {
      switch self {
      case .of(let method, let others, let required):
        methods.parameters(of: method).filter { !others.contains($0.name) }.map {
          JSONSchema.Property($0.name, isRequired: $0.isRequired || $0.name == required, $0.schema, $0.summary)
        }
      case .own(let name, let schema, let summary): [JSONSchema.Property(name, isRequired: false, schema(), summary)]
      }
    }

    static let limit = own("limit", { .integer(in: 1...100).defaulting(to: 20) }, "The maximum number of items.")
    static let cursor = own(
      "cursor", { .string }, "The cursor that a result ended with, to continue it; with the same other arguments.")
  }

  /// The texts of tools by their names, and the advice to a model by the reason of an error.
  static let texts = (try? JSON.parse(PackageResources.Tools_json)) ?? .null

  static let all = [
    searchMovies, discoverMovies, getMovie, getPerson, getCollection, homeLists, listLibrary, markMovie, logViewing,
    diary, statistics,
  ]

  func json(_ methods: MethodTable) -> JSON {
    let input = JSONSchema.object(arguments.flatMap { $0.properties(methods) }).inlined
    let texts = Self.texts[name]
    let own: [JSON.Member] = ["nextCursor", "attribution"].map { JSON.Member($0, ["type": "string"]) }
    return [
      "name": .string(name), "title": texts?["title"] ?? "", "description": texts?["description"] ?? "",
      "inputSchema": .object(input.members() + [JSON.Member("additionalProperties", false)]),
      "outputSchema": methods.result(of: result).inlined.outline(adding: isPaged ? own : []),
      "annotations": [
        "readOnlyHint": .bool(effect == .none), "destructiveHint": false, "idempotentHint": .bool(effect != .adds),
        "openWorldHint": .bool(asksServices),
      ],
    ]
  }
}

extension JSON {
  /// The kinds of members of a schema, as far as a model needs them to read a result: no text about them, no bounds,
  /// and nothing below `depth`. No member is required, because tools shorten results.
  fileprivate func outline(adding added: [Member] = [], depth: Int = 3) -> JSON {
    .object(
      members().compactMap { keyword in
        switch (keyword.name, keyword.value) {
        case ("properties", let old):
          let properties = old.members().map { Member($0.name, $0.value.outline(depth: depth - 1)) }
          return depth > 0 ? Member("properties", .object(properties + added)) : nil
        case ("items", let items): return Member("items", items.outline(depth: depth))
        case ("anyOf", let kinds): return Member("anyOf", .array((kinds.array ?? []).map { $0.outline(depth: depth) }))
        case ("type", _), ("enum", _), ("const", _): return keyword
        default: return nil
        }
      })
  }

  func members(without dropped: [String] = []) -> [Member] {
    guard case .object(let members) = self else { return [] }
    return members.filter { !dropped.contains($0.name) }
  }

  func replacing(_ name: String, _ items: [JSON]) -> JSON {
    .object(members(without: [name]) + [Member(name, .array(items))])
  }
}
