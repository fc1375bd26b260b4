import JSON
import JSONRPC
import MovieAPI
import MovieCore

/// A tool, which a model calls.
struct Tool: Sendable {
  /// What calling it changes in the user's library.
  enum Effect: Sendable {
    case none
    /// Sets values. Doing it again changes nothing.
    case sets
    /// Adds something each time.
    case adds
  }

  let name: String
  /// For people.
  let title: String
  /// For models: what it does, when to use it, and what the arguments mean.
  let description: String
  let effect: Effect
  /// Whether it asks services on the network, if the user has a key.
  let asksServices: Bool
  let arguments: [Argument]
  let output: Shape
  let run: @Sendable (ToolCall) async throws -> ToolOutput

  /// An argument: of a method of the protocol, or of the tool itself.
  enum Argument: Sendable {
    case of(method: String, [String], isRequired: Bool = false)
    case own(String, isRequired: Bool = false, @Sendable () -> JSONSchema, String)

    func properties(_ methods: MethodTable) -> [JSONSchema.Property] {
      switch self {
      case .of(let method, let names, let isRequired):
        methods.parameters(of: method).filter { names.contains($0.name) }.map {
          JSONSchema.Property($0.name, isRequired: $0.isRequired || isRequired, $0.schema, $0.summary)
        }
      case .own(let name, let isRequired, let schema, let summary):
        [JSONSchema.Property(name, isRequired: isRequired, schema(), summary)]
      }
    }

    static let limit = own("limit", { .integer(in: 1...100).defaulting(to: 20) }, "The maximum number of items.")
    static let cursor = own(
      "cursor", { .string }, "The cursor that a result ended with, to continue it; with the same other arguments.")
  }

  /// A result of a method, without some members and with others.
  struct Shape: Sendable {
    var method: String
    var dropped: [String] = []
    /// Members that the method's result always has, and the tool's does not.
    var optional: [String] = []
    var isPaged = false
    var added: @Sendable () -> [JSONSchema.Property] = { [] }

    func schema(_ methods: MethodTable) -> JSON {
      var added = self.added()
      if isPaged {
        added.append(.init("nextCursor", isRequired: false, .string, "The cursor of the films that follow."))
      }
      return methods.result(of: method).inlined.reshaped(without: dropped, optional: optional, adding: added)
    }
  }

  /// In the order in which clients list them.
  static let all = [
    searchMovies, discoverMovies, getMovie, getPerson, getCollection, homeLists, listLibrary, markMovie, logViewing,
    diary, statistics,
  ]

  func json(_ methods: MethodTable) -> JSON {
    let input = JSONSchema.object(arguments.flatMap { $0.properties(methods) }).inlined
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": input.reshaped(isOpen: false), "outputSchema": output.schema(methods),
      "annotations": [
        "readOnlyHint": .bool(effect == .none), "destructiveHint": false, "idempotentHint": .bool(effect != .adds),
        "openWorldHint": .bool(asksServices),
      ],
    ]
  }
}

extension JSON {
  /// A schema of an object with other members.
  ///
  /// - Parameters:
  ///   - optional: members that are required no more.
  ///   - isOpen: whether objects may have members that the schema does not name.
  fileprivate func reshaped(
    without dropped: [String] = [], optional: [String] = [], adding added: [JSONSchema.Property] = [],
    isOpen: Bool = true
  ) -> JSON {
    guard case .object(let keywords) = self else { return self }
    let more = JSONSchema.object(added).inlined
    var kept: [Member] = keywords.compactMap { keyword in
      switch (keyword.name, keyword.value) {
      case ("properties", .object(let members)):
        let old = members.filter { !dropped.contains($0.name) }
        guard case .object(let new) = more["properties"] ?? [:] else { return nil }
        return Member("properties", .object(old + new))
      case ("required", .array(let names)):
        let left = names.filter { name in !(dropped + optional).contains(name.string ?? "") }
        return Member("required", .array(left + (more["required"]?.array ?? [])))
      default: return keyword
      }
    }
    if !isOpen { kept.append(Member("additionalProperties", false)) }
    return .object(kept)
  }

  /// The members of an object without some of them; empty for another value.
  func members(without dropped: [String] = []) -> [Member] {
    guard case .object(let members) = self else { return [] }
    return members.filter { !dropped.contains($0.name) }
  }
}
