import JSON

extension Subcommand {
  static let home = command(
    "home", "print the sections of a catalog's home page", operands: "[SECTION…]", operandCount: 0...1_000,
    options: Command.listOptions + [Command.languageOption],
    notes: """
      Prints all sections, or those that are named, such as popular. --tsv prints the
      section after the other columns.

      """
  ) { command in
    let limit = try command.limit()
    let names = command.arguments.operands
    let home = try command.client.call(
      "home",
      [("sections", names.isEmpty ? nil : .array(names.map { .string($0) })), ("language", command.language)])
    var status: Int32 = 0
    for section in home["sections"]?.array ?? [] {
      if command.output.form == .text { command.output.line(oneLine(section["title"]?.string ?? "") + ":") }
      if let error = section["error"] {
        let reason = error["data"]?["reason"]?.string ?? ""
        report("\(error["message"]?.string ?? "") (\(reason))")
        status = 1
      } else if try command.showList(section, section: section["section"]?.string, limit: limit) != 0 {
        status = 1
      }
    }
    return status
  }
}
