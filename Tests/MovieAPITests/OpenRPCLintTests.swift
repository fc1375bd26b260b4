import JSON
import Testing

@testable import MovieAPI

/// The recommended rules of open-rpc/openrpc-linter, which resolves references before it checks. Each rule selects
/// values; all of them must have the given member.
///
/// Two rules are left out. `error-description` wants a member that OpenRPC's own schema of an error does not allow.
/// `param-count-limit` wants at most four params, also where all but one are optional.
struct OpenRPCLintTests {
  private static let document = (try? JSON.parse(OpenRPCDocument(.movies).jsonBytes)) ?? .null
  private static let flat = (try? JSON.parse(OpenRPCDocument(.movies, isFlat: true).jsonBytes)) ?? .null

  struct Rule: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var member: String
    var select: @Sendable (JSON) -> [JSON]

    init(_ name: String, _ member: String, _ select: @escaping @Sendable (JSON) -> [JSON]) {
      (testDescription, self.member, self.select) = (name, member, select)
    }
  }

  private static let methods: @Sendable (JSON) -> [JSON] = { $0["methods"]?.array ?? [] }
  private static let params: @Sendable (JSON) -> [JSON] = { methods($0).flatMap { $0["params"]?.array ?? [] } }
  private static let schemas: @Sendable (JSON) -> [JSON] = { values(named: "schema", in: $0) }

  static let rules = [
    Rule("info-title", "title") { [$0["info"] ?? .null] },
    Rule("info-description", "description") { [$0["info"] ?? .null] },
    Rule("info-version", "version") { [$0["info"] ?? .null] },
    Rule("info-license", "license") { [$0["info"] ?? .null] },
    Rule("method-name", "name", methods),
    Rule("method-summary", "summary", methods),
    Rule("method-description", "description", methods),
    Rule("method-errors", "errors", methods),
    Rule("method-examples", "examples", methods),
    Rule("param-schema", "schema", params),
    Rule("result-description", "description") { methods($0).compactMap { $0["result"] } },
    Rule("example-description", "description") { methods($0).flatMap { $0["examples"]?.array ?? [] } },
    Rule("schema-title", "title", schemas),
    Rule("schema-description", "description", schemas),
  ]

  @Test(arguments: rules, [false, true])
  func `the document follows a recommended rule of the linter`(rule: Rule, isFlat: Bool) {
    let document = isFlat ? Self.flat : Self.document
    let selected = rule.select(document)
    #expect(!selected.isEmpty)
    for value in selected {
      let member = Self.resolved(value, in: document)[rule.member]
      #expect(member != nil && member != .null && member != "", "\(value.jsonText.prefix(200))")
    }
  }

  @Test func `summaries and descriptions have the lengths that the linter recommends`() throws {
    let methods = Self.methods(Self.document)
    #expect(!methods.isEmpty)
    for method in methods {
      #expect(try #require(method["summary"]?.string).count <= 120)
      #expect(try #require(method["examples"]?.array).count >= 1)
    }
    for param in Self.params(Self.document) { #expect(try #require(param["description"]?.string).count <= 120) }
  }

  @Test func `method names and summaries are unique, and so are error codes and example names of a method`() throws {
    func expectUnique(_ values: [JSON?]) { #expect(Set(values).count == values.count) }
    let methods = Self.methods(Self.document)
    expectUnique(methods.map { $0["name"] })
    expectUnique(methods.map { $0["summary"] })
    for method in methods {
      expectUnique((method["examples"]?.array ?? []).map { $0["name"] })
      expectUnique((method["errors"]?.array ?? []).map { Self.resolved($0, in: Self.document)["code"] })
    }
  }

  @Test func `the flat document has errors in place and only methods with a result`() throws {
    let methods = Self.methods(Self.flat)
    #expect(methods.map { $0["name"]?.string } == MethodTable.movies.methods.map(\.name))
    for method in methods {
      #expect(method["result"] != nil)
      for error in method["errors"]?.array ?? [] {
        #expect(error["$ref"] == nil)
        #expect(error["code"]?.int != nil)
        #expect(error["message"]?.string?.isEmpty == false)
      }
    }
    #expect(methods.contains { $0["errors"]?.array?.isEmpty == false })
    #expect(Self.flat["info"] == Self.document["info"])
    #expect(Self.flat["components"]?["errors"] == Self.document["components"]?["errors"])
  }

  private static func resolved(_ value: JSON, in document: JSON) -> JSON {
    guard let path = value["$ref"]?.string?.split(separator: "/").dropFirst() else { return value }
    return path.reduce(document) { $0[String($1)] ?? .null }
  }

  /// All values of members with a name, except those inside examples, which are data.
  private static func values(named name: String, in json: JSON) -> [JSON] {
    switch json {
    case .object(let members):
      members.filter { $0.name != "examples" }
        .flatMap { ($0.name == name ? [$0.value] : []) + values(named: name, in: $0.value) }
    case .array(let elements): elements.flatMap { values(named: name, in: $0) }
    default: []
    }
  }
}
