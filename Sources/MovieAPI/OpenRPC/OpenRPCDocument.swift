import JSON
import JSONRPC

/// The OpenRPC 1.3.2 document of the protocol, built from the method table at the first request for it.
///
/// OpenRPC's error object allows no further members, and a code occurs only once in a method. So `x-reasons` lists
/// every reason with its code and whether any request may fail with it, and a method's `errors` lists only its other
/// reasons. A notification is a method without `result`, and with `x-direction`.
public struct OpenRPCDocument: JSONEncodable, Sendable {
  /// The document's text without white space.
  public static let bytes = json.jsonBytes

  /// Copies `bytes`.
  public func encode(to writer: inout JSONWriter) { writer.verbatim(Self.bytes) }

  private static var json: JSON {
    let methods = MethodTable.all
    let notifications = MethodTable.notifications
    let used =
      [RPCError.schema] + methods.flatMap { $0.parameters.map(\.property.schema) + [$0.result()] }
      + notifications.flatMap { $0.members().map(\.schema) }
    let schemas = used.reduce(into: [:]) { all, schema in all.merge(schema.components) { one, _ in one } }
    return [
      "openrpc": "1.3.2",
      "info": info,
      "methods": .array(methods.map(describe) + notifications.map(describe)),
      "components": [
        "schemas": .object(schemas.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }),
        "errors": .object(ErrorReason.all.map { JSON.Member($0.name, describe($0)) }),
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
  ]

  private static func describe(_ method: Method) -> JSON {
    let result = method.result()
    let errors = method.errors().map { JSON.object([JSON.Member("$ref", .string("#/components/errors/\($0.name)"))]) }
    return [
      "name": .string(method.name), "summary": .string(method.summary), "paramStructure": "by-name",
      "params": parameters(method.parameters.map(\.property)),
      "result": ["name": "result", "schema": result.json],
      "errors": .array(errors),
      "examples": .array(method.examples().map(describe)),
    ]
  }

  private static func describe(_ notification: NotificationDeclaration) -> JSON {
    [
      "name": .string(notification.name), "summary": .string(notification.summary), "paramStructure": "by-name",
      "params": parameters(notification.members()),
      "examples": .array(notification.examples().map(describe)),
      "x-direction": .string(notification.direction.rawValue),
    ]
  }

  /// OpenRPC requires that required parameters come first.
  private static func parameters(_ members: [JSONSchema.Property]) -> JSON {
    .array((members.filter(\.isRequired) + members.filter { !$0.isRequired }).map(describe))
  }

  private static func describe(_ property: JSONSchema.Property) -> JSON {
    var members = [
      JSON.Member("name", .string(property.name)), JSON.Member("description", .string(property.summary)),
    ]
    if property.isRequired { members.append(JSON.Member("required", true)) }
    return .object(members + [JSON.Member("schema", property.schema.json)])
  }

  private static func describe(_ reason: ErrorReason) -> JSON {
    [
      "code": .integer(reason.code), "message": .string(reason.summary),
      "data": ["reason": .string(reason.name), "retryable": .bool(reason.isRetryable)],
    ]
  }

  private static func describe(_ example: Example) -> JSON {
    var members = [JSON.Member("name", .string(example.name))]
    if example.isAbridged { members.append(JSON.Member("description", "Lists are shortened.")) }
    var params: [JSON] = []
    if case .object(let values) = example.params {
      params = values.map { ["name": .string($0.name), "value": $0.value] }
    }
    members.append(JSON.Member("params", .array(params)))
    if let result = example.result {
      members.append(JSON.Member("result", ["name": "result", "value": result]))
    }
    if let needs = example.needs { members.append(JSON.Member("x-needs", .string(needs))) }
    return .object(members)
  }
}
