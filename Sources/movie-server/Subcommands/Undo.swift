import OperatingSystem

/// The requests that undo a change, which a file of the data folder keeps with the film's name.
enum Undo {
  static let fileName = "undo.json"

  static func request(_ method: String, _ params: JSON) -> JSON { ["method": .string(method), "params": params] }

  /// The request that gives a film those members of an earlier mark that are no longer the same, with their present
  /// values: a member that another program has changed since keeps its value.
  static func mark(_ id: JSON, from mark: JSON?, to old: JSON?) -> JSON {
    let changed = ["starredAt", "watchlistedAt", "rating", "note", "tags"].filter { old?[$0] != mark?[$0] }
    let former = changed.map { JSON.Member($0, old?[$0] ?? ($0 == "tags" ? [] : .null)) }
    let present = JSON.object(changed.map { JSON.Member($0, mark?[$0] ?? .null) })
    return ["method": "mark", "params": .object([JSON.Member("id", id)] + former), "present": present]
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
  /// Changes each film, and remembers the requests that undo this: without any, nothing has changed.
  func change(_ films: [FilmChoice], _ body: (FilmChoice, _ name: String) throws -> [JSON]) throws -> ExitStatus {
    var status = ExitStatus.success
    let before = client.undoable
    var changes: [JSON] = []
    for film in films {
      do {
        // Before the change: a favorite has its title without a network, as long as it is one.
        let name = name(of: film)
        let undo = try body(film, name)
        guard !undo.isEmpty else { continue }
        changes.insert(["film": .string(name), "undo": .array(undo)], at: 0)
        client.remember(before + [.array(changes)])
      } catch let error as RPCError { status = try self.status(reporting: error) }
    }
    return status
  }
}

extension Subcommand {
  static let undo = command("undo", "undo the last change by a command") { command in
    let (client, output, commands) = (command.client, command.output, command.client.undoable)
    guard let last = commands.last?.array else {
      report(output.say("There is nothing to undo."))
      return .negative
    }
    for change in last {
      // The last request is of the method `mark`, which answers what is kept then.
      var result: JSON = [:]
      for each in change.list("undo") {
        guard case .object(var params) = each["params"] else { continue }
        if let present = each["present"] {
          let mark = try client.call("mark", [("id", each["params"]?["id"])])["mark"]
          params.removeAll { $0.name != "id" && (mark?[$0.name] ?? .null) != present[$0.name] }
        }
        result = try client.call(each.text("method"), .object(params))
      }
      let kept = JSON.string("\(change.text("film")): \(kept(result["mark"], output.say))")
      output.show(result, [result.text("id")], output.say("Undone. Now {kept}", ["kept": kept]))
    }
    client.remember(commands.dropLast())
    return .success
  }
}
