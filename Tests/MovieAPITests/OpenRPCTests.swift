import JSON
import JSONRPC
import MovieCore
import TestSupport
import Testing

@testable import MovieAPI

/// The rules of OpenRPC 1.3.2 that apply to this document.
struct OpenRPCTests {
  private static let document = (try? JSON.parse(OpenRPCDocument(.movies).jsonBytes)) ?? .null
  private static let validator = SchemaValidator(document: document, isStrict: true)
  private static let methods = document["methods"]?.array ?? []
  private static let names = methods.map { $0["name"]?.string ?? "" }

  private static func method(_ name: String) throws -> JSON {
    try #require(methods.first { $0["name"]?.string == name })
  }

  /// Expects an object with all required members, and otherwise only optional members and extensions.
  private func expect(
    _ object: JSON?, has required: [String], may optional: [String], extensions: [String] = [],
    _ place: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .object(let members) = object else {
      Issue.record("\(place) is not an object", sourceLocation: sourceLocation)
      return
    }
    let names = members.map(\.name)
    #expect(Set(names).count == names.count, "\(place)", sourceLocation: sourceLocation)
    #expect(Set(required).isSubset(of: names), "\(place): \(names)", sourceLocation: sourceLocation)
    #expect(
      Set(names).isSubset(of: required + optional + extensions), "\(place): \(names)", sourceLocation: sourceLocation)
    #expect(extensions.allSatisfy { $0.hasPrefix("x-") }, sourceLocation: sourceLocation)
  }

  @Test func `the document has the members that OpenRPC requires`() {
    let document = Self.document
    expect(
      document, has: ["openrpc", "info", "methods"], may: ["components", "externalDocs"], extensions: ["x-reasons"],
      "the document")
    #expect(document["openrpc"] == "1.3.2")
    expect(document["info"], has: ["title", "version"], may: ["description", "license"], "info")
    expect(document["info"]?["license"], has: ["name"], may: ["url"], "info.license")
    expect(document["externalDocs"], has: ["url"], may: ["description"], "externalDocs")
    #expect(document["info"]?["version"]?.string == Initialize.supportedVersions[0])
    #expect(Set(Self.names).count == Self.names.count)
    #expect(Self.names == MethodTable.movies.methods.map(\.name) + MethodTable.movies.notifications.map(\.name))
    for (part, names) in [("schemas", 20), ("errors", 29)] {
      guard case .object(let members) = document["components"]?[part] else {
        Issue.record("there are no \(part)")
        continue
      }
      #expect(members.count >= names)
      #expect(members.allSatisfy { $0.name.wholeMatch(of: /[a-zA-Z0-9.\-_]+/) != nil })
    }
  }

  @Test func `the document is always the same, and its text is one line of JSON`() {
    #expect(OpenRPCDocument(.movies).jsonBytes == OpenRPCDocument(.movies).jsonBytes)
    #expect(Self.document.jsonBytes == OpenRPCDocument(.movies).jsonBytes)
    #expect(!OpenRPCDocument(.movies).jsonBytes.contains(UInt8(ascii: "\n")))
  }

  @Test(arguments: names)
  func `a method has the members that OpenRPC requires`(name: String) throws {
    let method = try Self.method(name)
    let isNotification = method["result"] == nil
    expect(
      method, has: ["name", "summary", "description", "paramStructure", "params", "errors", "examples"],
      may: ["result"], extensions: isNotification ? ["x-direction"] : [], name)
    #expect(method["paramStructure"] == "by-name")
    #expect(method["summary"]?.string?.wholeMatch(of: /\p{Lu}.*\./) != nil)
    if isNotification {
      #expect(["client-to-server", "server-to-client"].contains(method["x-direction"]?.string))
    } else {
      expect(method["result"], has: ["name", "description", "schema"], may: [], "\(name).result")
      #expect(Self.validator.faults(ofSchema: method["result"]?["schema"] ?? .null, at: "\(name).result") == [])
    }

    let params = try #require(method["params"]?.array)
    let paramNames = params.map { $0["name"]?.string ?? "" }
    #expect(Set(paramNames).count == params.count)
    for (param, place) in zip(params, paramNames.map { "\(name).\($0)" }) {
      expect(param, has: ["name", "description", "schema"], may: ["required"], place)
      #expect(param["description"]?.string?.wholeMatch(of: /.{4,}\./) != nil, "\(place)")
      #expect(Self.validator.faults(ofSchema: param["schema"] ?? .null, at: place) == [])
    }
    let isRequired = params.map { $0["required"] == true }
    #expect(isRequired == isRequired.sorted { $0 && !$1 }, "required params come first")
  }

  @Test(arguments: names)
  func `a method's errors are declared, each code once`(name: String) throws {
    let errors = try Self.method(name)["errors"]?.array ?? []
    let targets = errors.map { Self.validator.resolve($0["$ref"]?.string ?? "") }
    #expect(!targets.contains(nil))
    let general = ErrorReason.general.map(\.name)
    #expect(!targets.contains { general.contains($0?["data"]?["reason"]?.string ?? "") })
    let codes = targets.compactMap { $0?["code"]?.int }
    #expect(Set(codes).count == errors.count)
  }

  @Test func `every reason has an error and a row in the table`() throws {
    let reasons = try #require(Self.document["x-reasons"]?.array)
    let expected =
      Set(FailureReason.allCases.map(\.rawValue)).union([
        "parseError", "invalidRequest", "messageTooLarge", "duplicateId", "methodNotFound", "internalError",
        "cancelled",
      ])
    #expect(Set(reasons.compactMap { $0["reason"]?.string }) == expected)
    #expect(reasons.count == expected.count)
    for reason in reasons {
      expect(reason, has: ["reason", "code", "retryable", "general", "description"], may: [], reason.jsonText)
      #expect(reason["description"]?.string?.wholeMatch(of: /.{5,}\./) != nil)
      let name = try #require(reason["reason"]?.string)
      let error = Self.document["components"]?["errors"]?[name]
      expect(error, has: ["code", "message"], may: ["data"], name)
      #expect(error?["code"] == reason["code"])
      #expect(error?["data"] == ["reason": .string(name), "retryable": reason["retryable"] ?? .null])
    }
  }

  @Test func `every enumeration, object and union has a title, which is unique`() {
    var titles: [String: JSON] = [:]
    func check(_ schema: JSON, _ place: String) {
      let isNamed = schema["enum"] != nil || schema["properties"] != nil || schema["anyOf"] != nil
      if isNamed {
        let title = schema["title"]?.string ?? ""
        #expect(!title.isEmpty && !title.contains("("), "\(place)")
        // A parameter's title is its name, which generators put after that of the method.
        if !place.hasSuffix(".schema") {
          #expect(titles.updateValue(schema, forKey: title) ?? schema == schema, "\(title)")
        }
      }
      switch schema {
      case .object(let members): for member in members { check(member.value, "\(place).\(member.name)") }
      case .array(let items): for item in items { check(item, place + "[]") }
      default: break
      }
    }
    for case .object(let members)? in [Self.document["components"]?["schemas"]] {
      for member in members { check(member.value, member.name) }
    }
    for method in Self.methods {
      for part in (method["params"]?.array ?? []) + [method["result"]].compactMap(\.self) {
        if let schema = part["schema"] { check(schema, "\(method["name"]?.string ?? "").schema") }
      }
    }
  }

  @Test func `every shared schema is valid, described and used`() throws {
    guard case .object(let schemas) = Self.document["components"]?["schemas"] else {
      Issue.record("there are no schemas")
      return
    }
    let text = String(decoding: OpenRPCDocument(.movies).jsonBytes, as: UTF8.self)
    for schema in schemas {
      #expect(Self.validator.faults(ofSchema: schema.value, at: schema.name) == [])
      #expect(schema.value["description"] != nil, "\(schema.name)")
      if schema.name != "Error" { #expect(text.contains("\"#/components/schemas/\(schema.name)\""), "\(schema.name)") }
    }
  }

  @Test(arguments: names)
  func `every method has examples that match the schemas`(name: String) throws {
    let method = try Self.method(name)
    let examples = try #require(method["examples"]?.array)
    #expect(!examples.isEmpty)
    for example in examples {
      expect(
        example, has: ["name", "description", "params"], may: ["result"], extensions: ["x-needs"], "\(name): example")
      let params = try #require(example["params"]?.array)
      for param in params {
        expect(param, has: ["name", "value"], may: [], "\(name): param of an example")
        let declared = try #require(
          method["params"]?.array?.first { $0["name"] == param["name"] }, "\(name): \(param.jsonText)")
        #expect(Self.validator.faults(of: param["value"] ?? .null, against: declared["schema"] ?? .null) == [])
      }
      for declared in method["params"]?.array ?? [] where declared["required"] == true {
        #expect(params.contains { $0["name"] == declared["name"] }, "\(name): \(declared.jsonText) is missing")
      }
      // A pairing without a result is one of a notification.
      if let schema = method["result"]?["schema"] {
        expect(example["result"], has: ["name", "value"], may: [], "\(name): result of an example")
        #expect(Self.validator.faults(of: example["result"]?["value"] ?? .null, against: schema) == [])
      } else {
        #expect(example["result"] == nil)
      }
    }
  }

  /// The transcripts check that results match their schemas. This checks the params, whose bounds no transcript shows.
  @Test func `the bounds of parameters are published`() throws {
    func schema(_ method: String, _ param: String) throws -> JSON? {
      let schema = try Self.method(method)["params"]?.array?.first { $0["name"]?.string == param }?["schema"]
      guard case .object(let keywords) = schema else { return nil }
      return .object(keywords.filter { !["title", "description"].contains($0.name) })
    }
    #expect(
      try schema("search", "limit") == ["type": "integer", "minimum": 1, "maximum": 100, "default": 20])
    #expect(try schema("search", "list") == ["type": "string", "pattern": #"\S"#, "default": "search"])
    #expect(try schema("favorites", "offset") == ["type": "integer", "minimum": 0, "default": 0])
    #expect(try schema("favorites", "sort")?["enum"] == ["starredAt", "title", "year", "rating"])
    #expect(try schema("rate", "value")?["multipleOf"] == .number("0.5"))
    #expect(try schema("star", "movie") == ["$ref": "#/components/schemas/MovieData"])
  }
}
