/// The OpenRPC 1.3.2 document of a method table. Its error object allows no further members, and a code occurs only
/// once in a method: so `x-reasons` lists every reason, and whether any request may fail with it, and a method's
/// `errors` the others. A notification is a method without `result`, and with `x-direction`.
public struct OpenRPCDocument: JSONEncodable, Sendable {
  private let table: MethodTable
  private let isFlat: Bool

  /// A flat document is for code generators: it has no notifications, and errors in place of references to them.
  public init(_ table: MethodTable, isFlat: Bool = false) { (self.table, self.isFlat) = (table, isFlat) }

  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }

  private var json: JSON {
    let methods = table.methods
    let notifications = isFlat ? [] : table.notifications
    let used =
      [RPCError.schema] + methods.flatMap { $0.parameters.map(\.property.schema) + [$0.result()] }
      + notifications.flatMap { $0.members().map(\.schema) }
    let schemas = used.reduce(into: [:]) { all, schema in all.merge(schema.components) { one, _ in one } }
    return [
      "openrpc": "1.3.2", "info": Self.info, "externalDocs": Self.externalDocs,
      "methods": .array(methods.map(describe) + notifications.map(Self.describe)),
      "components": [
        "schemas": .object(schemas.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }),
        "errors": .object(ErrorReason.all.map { JSON.Member($0.name, Self.describe($0)) }),
      ],
      "x-reasons": .array(
        ErrorReason.all.map { reason in
          [
            "reason": .string(reason.name), "code": .integer(reason.code), "retryable": .bool(reason.isRetryable),
            "general": .bool(ErrorReason.general.contains(reason)), "description": .string(reason.summary),
          ]
        }),
    ]
  }

  static let info: JSON = [
    "title": "movie-server", "version": .string(Initialize.supportedVersions[0]),
    "description": "Movies for any editor, in any language: JSON-RPC 2.0 over stdin and stdout.",
    "license": ["name": "MIT", "url": "https://spdx.org/licenses/MIT.html"],
  ]

  static let externalDocs: JSON = [
    "description":
      "JSON-RPC 2.0, which the protocol follows. The file protocol.md of the source describes everything else.",
    "url": "https://www.jsonrpc.org/specification",
  ]

  private func describe(_ method: Method) -> JSON {
    let result = method.result().titled("\(method.name) result", "The result of `\(method.name)`.")
    return [
      "name": .string(method.name), "summary": .string(method.summary),
      "description": .string("\(method.summary) \(method.details)"), "paramStructure": "by-name",
      "params": Self.parameters(method.parameters.map(\.property)),
      "result": ["name": "result", "description": .string("The result of `\(method.name)`."), "schema": result.json],
      "errors": .array(
        method.errors().map { isFlat ? Self.describe($0) : ["$ref": .string("#/components/errors/\($0.name)")] }),
      "examples": Self.examples(of: method.name),
    ]
  }

  private static func describe(_ notification: NotificationDeclaration) -> JSON {
    [
      "name": .string(notification.name), "summary": .string(notification.summary),
      "description": .string("\(notification.summary) \(notification.details)"), "paramStructure": "by-name",
      "params": parameters(notification.members()), "errors": [], "examples": examples(of: notification.name),
      "x-direction": .string(notification.direction.rawValue),
    ]
  }

  /// OpenRPC requires that required parameters come first.
  private static func parameters(_ members: [JSONSchema.Property]) -> JSON {
    .array((members.filter(\.isRequired) + members.filter { !$0.isRequired }).map(describe))
  }

  private static func describe(_ property: JSONSchema.Property) -> JSON {
    var members = [JSON.Member("name", .string(property.name)), JSON.Member("description", .string(property.summary))]
    if property.isRequired { members.append(JSON.Member("required", true)) }
    return .object(members + [JSON.Member("schema", property.schema.titled(property.name, property.summary).json)])
  }

  private static func describe(_ reason: ErrorReason) -> JSON {
    [
      "code": .integer(reason.code), "message": .string(reason.summary),
      "data": ["reason": .string(reason.name), "retryable": .bool(reason.isRetryable)],
    ]
  }

  private static func examples(of name: String) -> JSON { .array((Example.all[name] ?? []).map(\.pairing)) }
}
