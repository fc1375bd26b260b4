import Platform

extension Subcommand {
  static let help = Subcommand(
    "help", "print the help of a subcommand",
    operands: "[SUBCOMMAND]"
  ) { arguments throws(UsageError) in
    guard arguments.operands.count <= 1 else { throw UsageError(message: "help takes one subcommand") }
    guard let name = arguments.operands.first else {
      printText(overview)
      return 0
    }
    guard let subcommand = all.first(where: { $0.name == name }) else {
      throw UsageError(
        message: "unknown subcommand “\(name.prefix(60))”" + Suggestion.hint(for: name, among: all.map(\.name)))
    }
    printText(subcommand.help)
    return 0
  }
}
