import Foundation
import JSON
import TestSupport
import Testing

/// The document that `movie-server schema` prints, as the measure of every message.
struct PublishedContract: Sendable {
  let document: JSON
  private let validator: SchemaValidator
  /// Methods and notifications.
  private let methods: [String: JSON]
  private let reasons: [String: JSON]

  /// Asks the server that is tested, once for all tests.
  static let published = Result {
    var contract: PublishedContract?
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["schema"])
      guard output.status == .exited(0), output.errors.isEmpty else { throw Failure("schema: \(output.errors)") }
      contract = try PublishedContract(try JSON.parse(output.text))
    }
    return try contract ?? { throw Failure("There is no schema.") }()
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

  /// In the document's order.
  var entries: [JSON] { document["methods"]?.array ?? [] }

  /// What is wrong with params. A member that is null counts as absent, and one that nobody has told of is ignored, as
  /// the server does.
  func faults(ofParams params: JSON?, for method: String) -> [String] {
    guard let declared = methods[method]?["params"]?.array else { return ["\(method) is not in the schema"] }
    return declared.flatMap { parameter -> [String] in
      let name = parameter["name"]?.string ?? ""
      guard let value = params?[name], !value.isNull else {
        return parameter["required"] == true ? ["\(method): the param \(name) is missing"] : []
      }
      var lenient = validator
      lenient.isStrict = false
      return lenient.faults(of: value.withoutNulls, against: parameter["schema"] ?? .null, at: "\(method).\(name)")
    }
  }

  func faults(ofResult result: JSON, for method: String) -> [String] {
    guard let schema = methods[method]?["result"]?["schema"] else { return ["\(method) has no result in the schema"] }
    return validator.faults(of: result, against: schema, at: "\(method).result")
  }

  /// - Parameter method: the one that was called; nil where the message was none.
  func faults(ofError error: JSON, for method: String?) -> [String] {
    let faults = validator.faults(of: error, against: ["$ref": "#/components/schemas/Error"], at: "error")
    guard let name = error["data"]?["reason"]?.string else { return faults }
    guard let reason = reasons[name] else { return faults + ["the reason \(name) is not in the schema"] }
    if reason["code"] != error["code"] { return faults + ["\(name) has another code in the schema"] }
    if let retryable = error["data"]?["retryable"], retryable != "…", retryable != reason["retryable"] {
      return faults + ["\(name) is retryable in one place only"]
    }
    let reference: JSON = ["$ref": .string("#/components/errors/\(name)")]
    // What is no method fails as any request may.
    let isDeclared =
      reason["general"] == true || method.flatMap { methods[$0]?["errors"]?.array?.contains(reference) } == true
    return faults + (isDeclared ? [] : ["\(method ?? "what is no method") does not tell of \(name)"])
  }

  func faults(ofNotification message: JSON) -> [String] {
    let name = message["method"]?.string ?? ""
    guard let declared = methods[name], declared["x-direction"] == "server-to-client" else {
      return ["nothing of the server's is called \(name)"]
    }
    guard case .object(let members) = message["params"] else { return ["\(name) has no params"] }
    let known = (declared["params"]?.array ?? []).compactMap { $0["name"]?.string }
    return faults(ofParams: message["params"], for: name)
      + members.map(\.name).filter { !known.contains($0) }.map { "\(name): nobody has told of the member \($0)" }
      + (declared["params"]?.array ?? []).flatMap { parameter -> [String] in
        guard let value = message["params"]?[parameter["name"]?.string ?? ""] else { return [] }
        return validator.faults(of: value, against: parameter["schema"] ?? .null, at: name)
      }
  }
}

extension JSON {
  /// Objects without the members that are null.
  fileprivate var withoutNulls: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
  }
}
