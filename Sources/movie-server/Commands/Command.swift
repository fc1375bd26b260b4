import JSON
import JSONRPC
import MovieCore
import OperatingSystem
import Platform

struct Command {
  let arguments: Arguments
  let client: LocalClient
  let output: CommandOutput
  let input: CommandInput
  /// The options that the command reads itself.
  let ownOptions: [Option]

  func call(_ own: [(String, JSON?)] = []) throws -> JSON {
    let params = try input.params(arguments, besides: ownOptions)
    let film: [(String, JSON?)] = input.operands.nameOneFilm ? [("id", .string(try self.film().id))] : []
    return try client.call(input.method ?? "", params + film + own)
  }

  /// Reports that a search found nothing, and where else to search, and returns the exit status.
  func nothingFound() -> ExitStatus {
    report("nothing found")
    if let hint = (try? client.call("initialize"))?["hint"]?.string { report(hint) }
    return .negative
  }

  /// Reports the error of a method. Throws a usage error if the arguments are to blame, which names them and not the
  /// params.
  func status(reporting error: RPCError) throws(UsageError) -> ExitStatus {
    let field = error.details.first { $0.name == "field" }?.value.string
    guard error.reason == RPCError.invalidParams("").reason || error.reason == FailureReason.catalogUnknown.rawValue
    else {
      report("\(error.message) (\(error.reason))")
      return .failure
    }
    var message = Substring(error.message)
    if let field, let name = input.argumentName(of: field), let range = message.firstRange(of: "The member \(field)") {
      message.replaceSubrange(range, with: name)
    }
    throw UsageError(message: String(message.hasSuffix(".") ? message.dropLast() : message))
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
      let output = try CommandOutput(arguments, environment)
      let configuration = try Configuration(given: arguments.options, environment: environment)
      // Also ends a command that prints a catalog's key.
      Signals.handleTermination { ChildProcess.killAll(thenExit: 130) {} }
      let client = LocalClient(try ServerParts(configuration, environment))
      defer { client.close() }
      let command = Command(arguments: arguments, client: client, output: output, input: input, ownOptions: options)
      do {
        return try body(command).rawValue
      } catch is FilmChoice.NoneFound {
        return command.nothingFound().rawValue
      } catch let error as RPCError {
        return try command.status(reporting: error).rawValue
      }
    }
  }
}
