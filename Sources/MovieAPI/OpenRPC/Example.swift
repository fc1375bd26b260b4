import JSON

/// An example of Examples.jsonl. All of them form one session with the built-in catalog.
struct Example: Sendable {
  private let json: JSON

  /// By the name of the method or notification.
  static let all = Dictionary(
    grouping: PackageResources.Examples_jsonl.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSON.parse(Array($0)) },
    by: { $0["method"]?.string ?? "" }
  ).mapValues { $0.map(Example.init) }

  /// The example as OpenRPC has it. `needs` names the conditions besides the built-in catalog, such as a login; a test
  /// cannot run such an example. `abridged` says that arrays of the result are shortened.
  var pairing: JSON {
    let name = json["method"]?.string ?? ""
    var description =
      json["needs"]?.string.map { "`\(name)`, which needs \($0)." } ?? "`\(name)` without further conditions."
    if json["abridged"] != nil { description += " Lists are shortened." }
    var params: [JSON] = []
    if case .object(let values) = json["params"] {
      params = values.map { ["name": .string($0.name), "value": $0.value] }
    }
    let members: [(String, JSON?)] = [
      ("name", json["name"]), ("description", .string(description)), ("params", .array(params)),
      ("result", json["result"].map { ["name": "result", "value": $0] }), ("x-needs", json["needs"]),
    ]
    return .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
  }
}
