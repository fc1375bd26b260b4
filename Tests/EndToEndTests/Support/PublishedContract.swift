import Foundation
import JSON
import TestSupport
import Testing

/// The document that `movie-server schema` prints, used to check every message.
struct PublishedContract: Sendable {
  let document: JSON
  private let validator: SchemaValidator
  /// Methods and notifications by name.
  private let methods: [String: JSON]
  private let reasons: [String: JSON]

  /// Loads the document from the server under test, once for all tests.
  static let published = Result {
    var contract: PublishedContract?
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["schema"])
      guard output.status == .exited(0), output.errors.isEmpty else { throw Failure("schema: \(output.errors)") }
      contract = try PublishedContract(try JSON.parse(output.text))
    }
    return try contract ?? { throw Failure("No schema.") }()
  }

  private init(_ document: JSON) throws {
    self.document = document
    validator = SchemaValidator(document: document, isStrict: true, hasHoles: true)
    func table(_ entries: JSON?, by name: String) throws -> [String: JSON] {
      guard let entries = entries?.array, !entries.isEmpty else { throw Failure("The schema has no table by \(name).") }
      return try Dictionary(
        uniqueKeysWithValues: entries.map {
          guard let key = $0[name]?.string else { throw Failure("\($0.jsonText) has no \(name).") }
          return (key, $0)
        })
    }
    methods = try table(document["methods"], by: "name")
    reasons = try table(document["x-reasons"], by: "reason")
  }

  /// The methods and notifications in the document's order.
  var entries: [JSON] { document["methods"]?.array ?? [] }

  /// The params of a method or notification as one schema.
  private func paramsSchema(_ name: String) -> JSON? {
    guard let declared = methods[name]?["params"]?.array else { return nil }
    let properties = declared.map { JSON.Member($0["name"]?.string ?? "", $0["schema"] ?? .null) }
    let required = declared.filter { $0["required"] == true }.compactMap { $0["name"] }
    return ["type": "object", "properties": .object(properties), "required": .array(required)]
  }

  /// Undocumented members that transcripts send, to show that they are ignored.
  private static let ignored: Set<String> = ["colour", "more"]

  /// The violations in params. Null members count as absent.
  func faults(ofParams params: JSON?, for method: String) -> [String] {
    guard let schema = paramsSchema(method) else { return ["\(method) is not in the schema"] }
    var validator = validator
    validator.isStrict = false
    let params = (params ?? .null).isNull || params == [] ? [:] : params?.withoutNulls ?? [:]
    var faults = validator.faults(of: params, against: schema, at: method)
    if case .object(let members) = params {
      // A renamed member must be noticed; a movie sent by a client may have additional members.
      let unknown = members.map(\.name).filter { schema["properties"]?[$0] == nil && !Self.ignored.contains($0) }
      faults += unknown.map { "\(method): unknown param \($0)" }
    }
    return faults
  }

  func faults(ofResult result: JSON, for method: String) -> [String] {
    guard let schema = methods[method]?["result"]?["schema"] else { return ["\(method) has no result in the schema"] }
    return validator.faults(of: result, against: schema, at: "\(method).result")
  }

  /// - Parameter method: the method that was called; nil if the message was not a request.
  func faults(ofError error: JSON, for method: String?) -> [String] {
    let faults = validator.faults(of: error, against: ["$ref": "#/components/schemas/Error"], at: "error")
    guard let name = error["data"]?["reason"]?.string else { return faults }
    guard let reason = reasons[name] else { return faults + ["the reason \(name) is not in the schema"] }
    if reason["code"] != error["code"] { return faults + ["\(name) has a different code in the schema"] }
    if let retryable = error["data"]?["retryable"], retryable != "…", retryable != reason["retryable"],
      !Self.mayDiffer(name, retryable, status: error["data"]?["httpStatus"]?.int)
    {
      return faults + ["\(name) has a different retryable in the schema"]
    }
    let reference: JSON = ["$ref": .string("#/components/errors/\(name)")]
    // An unknown method can fail like any request.
    let isDeclared =
      reason["general"] == true || method.flatMap { methods[$0]?["errors"]?.array?.contains(reference) } == true
    return faults + (isDeclared ? [] : ["\(method ?? "an unknown method") does not declare \(name)"])
  }

  /// Whether `retryable` may differ from that of the reason: a lock that another process holds is temporary, and a
  /// request that a service rejects will be rejected again.
  private static func mayDiffer(_ reason: String, _ retryable: JSON, status: Int?) -> Bool {
    switch reason {
    case "storageFailed": retryable == true
    case "upstreamFailed": retryable == false && status.map { (400..<500).contains($0) } == true
    default: false
    }
  }

  /// The violations in a response and in the notifications before it.
  func faults(of reply: ServerProcess.Reply, to method: String) -> [String] {
    reply.notifications.flatMap(faults(ofNotification:))
      + (reply.message["error"].map { faults(ofError: $0, for: method) } ?? [])
      + (reply.message["result"].map { faults(ofResult: $0, for: method) } ?? [])
  }

  func faults(ofNotification message: JSON) -> [String] {
    let name = message["method"]?.string ?? ""
    guard methods[name]?["x-direction"] == "server-to-client" else {
      return ["\(name) is not a notification in the schema"]
    }
    return validator.faults(of: message["params"] ?? .null, against: paramsSchema(name) ?? .null, at: name)
  }
}

extension JSON {
  /// The value without null members.
  fileprivate var withoutNulls: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
  }
}
