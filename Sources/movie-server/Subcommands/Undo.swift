import OperatingSystem

/// The requests that undo a change, which a file of the data folder keeps with the change's words.
enum Undo {
  static let fileName = "undo.json"

  static func request(_ method: String, _ params: JSON) -> JSON { ["method": .string(method), "params": params] }

  /// The request that gives a film those members of an earlier mark that are no longer the same.
  static func mark(_ id: JSON, from mark: JSON?, to old: JSON?) -> JSON {
    func members(_ mark: JSON?) -> [JSON.Member] {
      [
        JSON.Member("starred", .bool(mark?["starredAt"] != nil)), JSON.Member("rating", mark?["rating"] ?? .null),
        JSON.Member("watchlist", .bool(mark?["watchlistedAt"] != nil)), JSON.Member("note", mark?["note"] ?? .null),
        JSON.Member("tags", mark?["tags"] ?? []),
      ]
    }
    let former = zip(members(old), members(mark)).filter { $0 != $1 }.map(\.0)
    return request("mark", .object([JSON.Member("id", id)] + former))
  }

  /// The requests that log an earlier viewing with all its members, and keep the rating of the film.
  static func log(_ id: JSON, _ viewing: JSON, rating: JSON?) -> [JSON] {
    let former = ["viewing", "date", "rating", "note", "rewatch"].map { name in
      JSON.Member(name, viewing[name] ?? (name == "rewatch" ? false : .null))
    }
    let params = JSON.object([JSON.Member("id", id), JSON.Member("keepOnWatchlist", true)] + former)
    return [request("logViewing", params), request("mark", ["id": id, "rating": rating ?? .null])]
  }
}

extension Command {
  /// Changes each film, and remembers how to undo what has changed: without requests nothing has.
  func change(_ films: [FilmChoice], _ body: (FilmChoice) throws -> (text: String, undo: [JSON])) throws -> ExitStatus {
    var status = ExitStatus.success
    var changes: [JSON] = []
    for film in films {
      do {
        let (text, undo) = try body(film)
        guard !undo.isEmpty else { continue }
        changes.insert(["change": .string(text), "undo": .array(undo)], at: 0)
        client.remember(changes)
      } catch let error as RPCError { status = try self.status(reporting: error) }
    }
    return status
  }
}

extension Subcommand {
  static let undo = command("undo", "undo the last change by a command") { command in
    let (client, output) = (command.client, command.output)
    guard case .members(let members) = client.lastChange.read(), let changes = members.first?.value.array else {
      report(output.say("There is nothing to undo."))
      return .negative
    }
    for request in changes.flatMap({ $0.list("undo") }) {
      _ = try client.call(request.text("method"), request["params"] ?? [:])
    }
    client.remember([])
    for change in changes { output.show(change, [change.text("change")], output.say("Undone: {change}", change)) }
    return .success
  }
}
