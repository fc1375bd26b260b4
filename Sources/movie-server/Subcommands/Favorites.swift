import JSON
import JSONRPC
import MovieCore

extension Subcommand {
  static let star = command(
    "star", "add a movie to the favorites", operands: "ID", operandCount: 1...1
  ) { command in
    showStar(try command.client.call("star", [("id", command.id)]), command.output)
  }

  static let unstar = command(
    "unstar", "remove a movie from the favorites", operands: "ID", operandCount: 1...1
  ) { command in
    showStar(try command.client.call("unstar", [("id", command.id)]), command.output)
  }

  private static func showStar(_ result: JSON, _ output: CommandOutput) -> Int32 {
    let id = oneLine(result["id"]?.string ?? "")
    let isFavorite = result["isFavorite"]?.bool == true
    switch (output.form, isFavorite, result["changed"]?.bool == true) {
    case (.json, _, _): output.json(result)
    case (.tsv, _, _): output.tsv([id, isFavorite ? MovieTable.star : ""])
    case (.text, true, true): output.line("\(id) is now a favorite")
    case (.text, true, false): output.line("\(id) was already a favorite")
    case (.text, false, true): output.line("\(id) is no longer a favorite")
    case (.text, false, false): output.line("\(id) was not a favorite")
    }
    return 0
  }

  static let favorites = command(
    "favorites", "print the favorites",
    options: Command.listOptions + [
      Option(
        flag: "--sort", placeholder: "KEY", help: "starredAt, title, year or rating",
        choices: FavoritesQuery.Sort.allCases.map(\.rawValue)),
      Option(
        flag: "--order", placeholder: "ORDER", help: "asc or desc",
        choices: FavoritesQuery.Order.allCases.map(\.rawValue)),
      Option(flag: "--query", placeholder: "TEXT", help: "only favorites that match this text"),
    ]
  ) { command in
    let limit = try command.limit()
    for option in ["--sort", "--order"] {
      guard let value = command.arguments[option] else { continue }
      let choices =
        option == "--sort"
        ? FavoritesQuery.Sort.allCases.map(\.rawValue) : FavoritesQuery.Order.allCases.map(\.rawValue)
      try Arguments.require(value, of: option, among: choices)
    }
    var offset = 0
    var revision: Int?
    func page() throws(RPCError) -> JSON {
      let page = try command.client.call(
        "favorites",
        [
          ("sort", command.parameter("--sort")), ("order", command.parameter("--order")),
          ("query", command.parameter("--query")), ("limit", .integer(min(limit ?? 1_000, 1_000))),
          ("offset", .integer(offset)),
        ])
      // A change moves the favorites after it: start again, or one of them would be missed.
      offset = revision == nil || page["revision"]?.int == revision ? offset + (page["items"]?.array?.count ?? 0) : 0
      revision = page["revision"]?.int
      return page
    }
    return try command.show(try page(), limit: limit) { last throws(RPCError) in
      let total = last["total"]?.int ?? 0
      return offset < total && last["items"]?.array?.isEmpty == false ? try page() : nil
    }
  }
}
