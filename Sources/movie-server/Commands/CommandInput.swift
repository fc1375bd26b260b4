import JSON
import MovieAPI

/// What a command takes from its arguments for the params of one method: a member or none by the operands, the others
/// by options.
struct CommandInput: Sendable {
  enum Operands: Hashable, Sendable {
    case none
    /// The id of a person or a collection, for the member `id`.
    case id
    /// The id of a movie, or words of its title, for the member `id`.
    case film
    /// Ids of movies, or words of the title of one, which the command reads itself.
    case films
    /// Words that form one text.
    case words(String, member: String)
    /// Any number of names, for an array.
    case names(String, member: String)
    /// As many as these, or none, which the command reads itself.
    case optional(String, count: Int)
  }

  /// Nil for a command that calls no method, or several.
  let method: String?
  let operands: Operands

  init(_ method: String? = nil, _ operands: Operands = .none) {
    self.method = method
    self.operands = operands
  }

  /// Members that settings stand for, or that make no sense for a command that runs once.
  private static let hidden: Set = ["catalog", "list", "debounceMs", "since", "offset", "movie", "url"]

  func options(besides own: [Option]) -> [ParameterOption] {
    parameters.filter { !Self.hidden.contains($0.name) && $0.name != operandMember }.map(ParameterOption.init)
      .filter { parameter in !own.contains { $0.flag == parameter.option.flag } }
  }

  func params(_ arguments: Arguments, besides own: [Option]) throws(UsageError) -> [(String, JSON?)] {
    var params: [(String, JSON?)] = []
    if let member = operandMember, let value = operandValue(arguments.operands) { params.append((member, value)) }
    for option in options(besides: own) { params.append((option.member, try option.value(in: arguments))) }
    return params
  }

  func argumentName(of member: String) -> String? {
    if member == operandMember { return usage }
    return parameters.first { $0.name == member }.map { ParameterOption($0).option.flag }
  }

  /// The largest page that the method returns; nil if the method has no parameter for its size.
  var largestPage: Int? { parameters.first { $0.name == "limit" }?.schema.json["maximum"]?.int }

  private var parameters: [JSONSchema.Property] { method.map { MethodTable.movies.parameters(of: $0) } ?? [] }

  // MARK: Operands

  /// The operands as the usage line shows them; nil if there are none.
  var usage: String? {
    switch operands {
    case .none: nil
    case .id: "ID"
    case .film, .films: "FILM…"
    case .words(let name, _): name + "…"
    case .names(let name, _): "[\(name)…]"
    case .optional(let names, _): "[\(names)]"
    }
  }

  func check(_ operands: [String], of command: String) throws(UsageError) {
    let isPermitted =
      switch self.operands {
      case .none: operands.isEmpty
      case .id: operands.count == 1
      case .words, .film, .films: !operands.isEmpty
      case .names: true
      case .optional(_, let count): [0, count].contains(operands.count)
      }
    guard !isPermitted else { return }
    throw UsageError(
      message: operands.isEmpty
        ? "\(command) needs \(usage ?? "")" : "\(command) takes \(usage.map { "only \($0)" } ?? "no argument")")
  }

  private var operandMember: String? {
    switch operands {
    case .none, .optional: nil
    case .id, .film, .films: "id"
    case .words(_, let member), .names(_, let member): member
    }
  }

  private func operandValue(_ operands: [String]) -> JSON? {
    switch self.operands {
    case .none, .film, .films, .optional: nil
    case .id, .words: .string(operands.joined(separator: " "))
    case .names: operands.isEmpty ? nil : .array(operands.map { .string($0) })
    }
  }
}
