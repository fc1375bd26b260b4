import OperatingSystem

struct Command {
  let arguments: Arguments
  let client: LocalClient
  let output: CommandOutput
  let input: CommandInput
  /// The options that the command reads itself.
  let ownOptions: [Option]

  /// - Parameter film: by default the one that the operands name, if they do.
  func call(_ own: [(String, JSON?)] = [], film: FilmChoice? = nil) throws -> JSON {
    let params = try input.params(arguments, besides: ownOptions)
    let film = try film ?? (input.operands.nameOneFilm ? self.film() : nil)
    let result = try client.call(input.method ?? "", params + [("id", film.map { .string($0.id) })] + own)
    if result["stale"] == true { report(output.say("Offline: an earlier result")) }
    return result
  }

  /// Returns the result of a search after reporting for which query it is, if the user's has typing errors.
  func reportingCorrection(_ result: JSON) -> JSON {
    if let query = result["correctedQuery"] { report(output.say("Results for “{query}”", ["query": query])) }
    return result
  }

  /// Reports that a search found nothing, and where else to search, and returns the exit status.
  func nothingFound(_ sentence: String = "nothing found", _ values: JSON = [:]) -> ExitStatus {
    report(output.say(sentence, values))
    if let hint = (try? client.call("initialize"))?["hint"]?.string { report(hint) }
    return .negative
  }

  /// Reports the error of a method. Throws a usage error if the arguments are to blame; it names them, not the params.
  func status(reporting error: RPCError) throws(UsageError) -> ExitStatus {
    let field = error.details.first { $0.name == "field" }?.value.string
    guard error.reason == RPCError.invalidParams("").reason || error.reason == FailureReason.catalogUnknown.rawValue
    else {
      report(output.say(error) + (output.form == .text ? "" : " (\(error.reason))"))
      return .failure
    }
    var message = Substring(error.message)
    if let field, let range = message.firstRange(of: "The member \(field)") {
      message.replaceSubrange(range, with: input.argumentName(of: field))
    }
    throw UsageError(output.say.reworded(String(message)))
  }
}

extension Subcommand {
  /// A command for people: it calls methods of the protocol in this process, and prints their results.
  static func command(
    _ name: String, _ summary: String, _ input: CommandInput = CommandInput(), options: [Option] = [],
    _ body: @escaping @Sendable (Command) throws -> ExitStatus
  ) -> Subcommand {
    Subcommand(
      name, summary, operands: input.usage,
      options: CommandOutput.options + options + input.options(besides: options).map(\.option) + Setting.ofCommands
    ) { arguments in
      try input.check(arguments.operands, of: name)
      let environment = try Environment.variables()
      let configuration = try Configuration(given: arguments.options, environment: environment)
      let output = try CommandOutput(arguments, environment, language: configuration.language)
      // Also ends a command that prints a catalog's key.
      Signals.handleTermination { ChildProcess.killAll(thenExit: 130) {} }
      let client = LocalClient(try ServerParts(configuration, environment))
      defer { client.close() }
      let command = Command(arguments: arguments, client: client, output: output, input: input, ownOptions: options)
      do {
        return try body(command).rawValue
      } catch let none as FilmChoice.NoneFound {
        return command.nothingFound("no film “{title}” was found", ["title": .string(none.title)]).rawValue
      } catch let error as RPCError { return try command.status(reporting: error).rawValue }
    }
  }
}

struct FilmChoice {
  let id: String
  /// The title with the year; nil if the film was named by its id.
  private(set) var name: String?

  struct NoneFound: Error { let title: String }

  init(id: String) { self.id = id }
  init(_ movie: JSON) { (id, name) = (movie.text("id"), Self.name(of: movie)) }

  static func name(of movie: JSON) -> String { movie.text("title") + (movie["year"]?.int.map { " (\($0))" } ?? "") }
}

extension Command {
  /// The films that the operands name: ids, words of the title of one film, which the method finds, or whole titles of
  /// several. Throws a usage error if several films have the title, after listing them on stderr.
  ///
  /// - Parameter method: nil for a command that takes one film, which `search` finds.
  func films(foundBy method: String? = nil) throws -> [FilmChoice] {
    func isID(_ text: String) -> Bool { MovieID(text) != nil && !text.contains("://") }
    func find(_ title: String) throws -> (found: [JSON], exact: [FilmChoice], isSure: Bool) {
      guard !isID(title) else { return ([], [FilmChoice(id: title)], true) }
      let params: [(String, JSON?)] = [("query", .string(title)), ("limit", 10)]
      var result = try client.call(method ?? "search", params)
      // A search also finds what is written in another way, as `star` does. A film that is kept may be in no catalog.
      if result.list("items").isEmpty || result["correctedQuery"] != nil {
        func kept() -> JSON { (try? client.call("library", params)) ?? [:] }
        let other = try method == "favorites" ? client.call("search", params) : kept()
        if !other.list("items").isEmpty { result = other }
      }
      let exact = result.list("items").filter { movie in
        movie.text("imdbId") == title
          || ["title", "originalTitle"].contains { movie[$0]?.string.map(TextFolding.fold) == TextFolding.fold(title) }
      }
      // A corrected query finds films that were perhaps not meant.
      return (result.list("items"), exact.map(FilmChoice.init), result["correctedQuery"] == nil)
    }
    let operands = arguments.operands
    if operands.allSatisfy(isID) { return try operands.flatMap { try find($0).exact } }
    let title = operands.joined(separator: " ")
    let (found, exact, isSure) = try find(title)
    for films in [exact, found.map(FilmChoice.init)] where films.count == 1 && isSure { return films }
    if method != nil, operands.count > 1 {
      let each = try operands.map(find)
      if each.allSatisfy({ $0.exact.count == 1 }) { return each.flatMap(\.exact) }
      for (title, result) in zip(operands, each) where result.found.isEmpty && result.exact.isEmpty {
        throw FilmChoice.NoneFound(title: title)
      }
    }
    guard !found.isEmpty else { throw FilmChoice.NoneFound(title: title) }
    MovieTable.show(found, CommandOutput(errors: output))
    let sentence = "“{title}” may be one of these films: name it by its id, at the end of the line"
    throw UsageError(sentence, ["title": .string(title)])
  }

  /// The title of a film with its year; its id if no catalog answers, or if no person reads it.
  func name(of film: FilmChoice) -> String {
    let isRead = film.name == nil && output.form == .text
    let movie = isRead ? try? client.call("detail", [("id", .string(film.id)), ("reviews", 0)]) : nil
    return oneLine(film.name ?? movie.map(FilmChoice.name) ?? film.id)
  }

  /// The logged viewings of a film, the latest first.
  func viewings(of film: FilmChoice) throws(RPCError) -> [JSON] {
    try client.call("detail", [("id", .string(film.id)), ("reviews", 0)])["mark"]?.list("diary") ?? []
  }

  func film() throws -> FilmChoice {
    let films = try films()
    guard films.count == 1 else { throw UsageError("give one film only") }
    return films[0]
  }
}
