import JSON
import JSONRPC
import OperatingSystem
import Platform

/// A run of a command for people.
struct Command {
  let arguments: Arguments
  let client: LocalClient
  let output: CommandOutput

  /// The operand of a command that takes one movie.
  var id: JSON { .string(arguments.operands[0]) }

  func parameter(_ flag: String) -> JSON? { arguments[flag].map { .string($0) } }

  /// Reports that a list is empty, and returns the exit status.
  static func nothingFound() -> Int32 {
    report("nothing found")
    return 1
  }

  static func report(_ error: RPCError) -> Int32 {
    report("\(error.message) (\(error.reason))")
    return 1
  }

  private static func report(_ text: String) { movie_server.report(text) }
}

extension Command {
  /// The option of commands that print texts of a catalog.
  static let languageOption = Option(
    flag: "--language", placeholder: "TAG", help: "the language and country of the texts, such as ko-KR")

  var language: JSON? { parameter(Self.languageOption.flag) }
}

extension Subcommand {
  /// A command for people: it calls methods of the protocol in this process, and prints their results.
  ///
  /// - Parameters:
  ///   - operandCount: the number of operands that are permitted.
  ///   - body: returns the exit status.
  static func command(
    _ name: String, _ summary: String, operands: String? = nil, operandCount: ClosedRange<Int> = 0...0,
    options: [Option] = [], notes: String = "",
    _ body: @escaping @Sendable (Command) throws -> Int32
  ) -> Subcommand {
    Subcommand(
      name: name, summary: summary, operands: operands, options: CommandOutput.options + options + Setting.ofCommands,
      notes: notes
    ) { arguments throws(UsageError) in
      guard operandCount ~= arguments.operands.count else {
        throw UsageError(
          message: arguments.operands.isEmpty ? "\(name) needs \(operands ?? "")" : tooMany(name, operands))
      }
      let environment = try Environment.variables()
      let output = try CommandOutput(arguments, environment)
      let configuration = try Configuration(given: arguments.options, environment: environment)
      // Also ends a command that prints a catalog's key.
      Signals.handleTermination { ChildProcess.killAll(thenExit: 130) {} }
      let client = LocalClient(try ServerParts(configuration, environment))
      defer { client.close() }
      do {
        return try body(Command(arguments: arguments, client: client, output: output))
      } catch let error as RPCError {
        return Command.report(error)
      } catch let error as UsageError {
        throw error
      } catch {
        return Command.report(.internalError)
      }
    }
  }

  private static func tooMany(_ name: String, _ operands: String?) -> String {
    operands.map { "\(name) takes only \($0)" } ?? "\(name) takes no argument"
  }
}
