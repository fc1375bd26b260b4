import MovieAPI

/// The params of one method that a command takes from its operands and options.
struct CommandInput: Sendable {
  struct Operands: Sendable {
    /// As the usage line shows them; nil if there are none.
    let usage: String?
    var member: String?
    let isPermitted: @Sendable (_ count: Int) -> Bool
    /// The value of the member; nil if the command reads the operands itself.
    var value: @Sendable ([String]) -> JSON? = { _ in nil }
    var nameOneFilm = false

    static let none = Operands(usage: nil) { $0 == 0 }
    static let collection = Operands(usage: "ID", member: "id", isPermitted: { $0 == 1 }) { .string($0[0]) }
    /// The id of a person or the name, which the command reads itself.
    static let person = Operands(usage: "PERSON…", member: "id") { $0 > 0 }
    static let file = Operands(usage: "FILE") { $0 == 1 }
    /// The id of a viewing, or a film, which the command reads itself.
    static let viewing = Operands(usage: "FILM…", member: "viewing") { $0 > 0 }
    /// The id of a movie, or words of its title.
    static let film = Operands(usage: "FILM…", member: "id", isPermitted: { $0 > 0 }, nameOneFilm: true)
    /// Ids of movies, or words of the title of one, which the command reads itself.
    static let films = Operands(usage: "FILM…", member: "id") { $0 > 0 }

    static func words(_ name: String, member: String) -> Operands {
      Operands(usage: name + "…", member: member, isPermitted: { $0 > 0 }) { .string($0.joined(separator: " ")) }
    }

    static func names(_ name: String, member: String) -> Operands {
      Operands(usage: "[\(name)…]", member: member, isPermitted: { _ in true }) { names in
        names.isEmpty ? nil : .array(names.map { .string($0) })
      }
    }

    /// As many as these, or none, which the command reads itself.
    static func optional(_ names: String, count: Int) -> Operands {
      Operands(usage: "[\(names)]") { [0, count].contains($0) }
    }
  }

  /// Nil for a command that calls no method, or several.
  let method: String?
  let operands: Operands

  init(_ method: String? = nil, _ operands: Operands = .none) { (self.method, self.operands) = (method, operands) }

  /// Members that settings stand for, or that make no sense for a command that runs once.
  private static let hidden: Set = [
    "catalog", "list", "debounceMs", "since", "offset", "movie", "url", "starredAt", "watchlistedAt",
  ]

  func options(besides own: [Option]) -> [ParameterOption] {
    parameters.filter { !Self.hidden.contains($0.name) && $0.name != operands.member }.map(ParameterOption.init)
      .filter { parameter in !own.contains { $0.flag == parameter.option.flag } }
  }

  func params(_ arguments: Arguments, besides own: [Option]) throws(UsageError) -> [(String, JSON?)] {
    var params: [(String, JSON?)] = []
    if let member = operands.member, let value = operands.value(arguments.operands) { params.append((member, value)) }
    for option in options(besides: own) { params.append((option.member, try option.value(in: arguments))) }
    let days = ["from", "to"].map { name in params.first { $0.0 == name }?.1?.string }
    if let from = days[0], let to = days[1], from > to, CalendarDay.isDay(from), CalendarDay.isDay(to) {
      throw UsageError("--from {from} is after --to {to}", ["from": .string(from), "to": .string(to)])
    }
    return params
  }

  func argumentName(of member: String) -> String {
    let parameter = parameters.first { $0.name == member }
    // The title of a film is the query of a search.
    let isOperand = member == operands.member || operands.member == "id" && member == "query" && parameter == nil
    if let usage, isOperand { return usage }
    return parameter.map { ParameterOption($0).option.flag } ?? "--\(member)"
  }

  /// The largest page that the method returns; nil if the method has no parameter for its size.
  var largestPage: Int? { parameters.first { $0.name == "limit" }?.schema.json["maximum"]?.int }

  private var parameters: [JSONSchema.Property] { method.map { MethodTable.movies.parameters(of: $0) } ?? [] }

  var usage: String? { operands.usage }

  func check(_ given: [String], of command: String) throws(UsageError) {
    guard !operands.isPermitted(given.count) else { return }
    let text = usage == nil ? "{command} takes no argument" : "{command} takes only {operands}"
    let values: JSON = ["command": .string(command), "operands": .string(usage ?? "")]
    throw UsageError(given.isEmpty ? "{command} needs {operands}" : text, values)
  }
}
