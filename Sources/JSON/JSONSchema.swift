/// A schema in the subset of JSON Schema draft-07 that this project needs. It is built only when it is requested:
/// declare it in computed properties or closures.
public struct JSONSchema: Sendable {
  let keywords: [JSON.Member]
  /// The shared schemas that it refers to, directly or indirectly, by their names in `components/schemas`.
  public private(set) var components: [String: JSON] = [:]

  public var json: JSON { .object(keywords) }

  /// The schema as a JSON value without references: each shared schema stands where it is used. None contains itself.
  public var inlined: JSON { inline(json) }

  private func inline(_ json: JSON) -> JSON {
    switch json {
    case .array(let items): return .array(items.map(inline))
    case .object(let members):
      if let name = json["$ref"]?.string?.split(separator: "/").last, let component = components[String(name)] {
        return inline(component)
      }
      return .object(members.map { JSON.Member($0.name, inline($0.value)) })
    default: return json
    }
  }

  private init(_ keywords: [JSON.Member], referringTo parts: [JSONSchema] = []) {
    self.keywords = keywords
    for part in parts {
      components.merge(part.components) { one, other in
        assert(one == other, "two shared schemas have one name")
        return one
      }
    }
  }

  private init(_ type: String, _ keywords: (String, JSON?)..., referringTo parts: [JSONSchema] = []) {
    self.init(
      [JSON.Member("type", .string(type))] + keywords.compactMap { name, value in value.map { JSON.Member(name, $0) } },
      referringTo: parts)
  }

  private func adding(_ name: String, _ value: JSON) -> JSONSchema {
    JSONSchema(keywords + [JSON.Member(name, value)], referringTo: [self])
  }

  public func defaulting(to value: JSON) -> JSONSchema { adding("default", value) }

  /// The same schema with a `description`. Draft-07 ignores the siblings of a `$ref`: a shared schema has its own.
  func described(_ text: String) -> JSONSchema {
    keywords.first?.name == "$ref" ? self : adding("description", .string(text))
  }

  /// The same schema with a `title` and a `description` in front. A shared schema has its own.
  public func titled(_ title: String, _ text: String) -> JSONSchema {
    guard keywords.first?.name != "$ref" else { return self }
    let labels = [JSON.Member("title", .string(title)), JSON.Member("description", .string(text))]
    return JSONSchema(labels + keywords.filter { $0.name != "title" }, referringTo: [self])
  }

  /// The same schema with a title, from which generators of code make the name of a type.
  public func named(_ title: String) -> JSONSchema { adding("title", .string(title)) }

  /// The same schema with the name of a Swift type, such as `ReleaseKind` for `Release.Kind`.
  func named(after type: Any.Type) -> JSONSchema {
    // Without the module, and without the contexts of private types.
    named(String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }.joined())
  }

  /// A reference to an object that is published once, under a name in `components/schemas`.
  public static func shared(_ name: String, _ description: String, _ properties: [Property]) -> JSONSchema {
    let schema = object(properties)
    var reference = JSONSchema([JSON.Member("$ref", .string("#/components/schemas/\(name)"))], referringTo: [schema])
    reference.components[name] = .object(schema.titled(name, description).keywords)
    return reference
  }
}

extension JSONSchema {
  public static let boolean = JSONSchema("boolean")

  public static func constant(_ value: Bool) -> JSONSchema { JSONSchema("boolean", ("const", .bool(value))) }

  public static let string = JSONSchema("string")

  public static func string(pattern: String, maxLength: Int? = nil) -> JSONSchema {
    JSONSchema("string", ("maxLength", maxLength.map { .integer($0) }), ("pattern", .string(pattern)))
  }

  public static func string(minLength: Int) -> JSONSchema { JSONSchema("string", ("minLength", .integer(minLength))) }

  public static let text = string(pattern: #"\S"#)

  public static let uri = JSONSchema("string", ("format", "uri"))

  public static let dateTime = JSONSchema("string", ("format", "date-time"))

  public static let date = JSONSchema("string", ("format", "date"))

  public static func oneOf(_ values: [String]) -> JSONSchema {
    JSONSchema("string", ("enum", .array(values.map { .string($0) })))
  }

  public static func oneOf<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> JSONSchema {
    oneOf(Value.allCases.map(\.rawValue)).named(after: Value.self)
  }

  public static let integer = JSONSchema("integer")

  /// - Parameter range: an upper bound of `Int.max` means that there is none.
  public static func integer(in range: ClosedRange<Int>) -> JSONSchema {
    JSONSchema(
      "integer", ("minimum", .integer(range.lowerBound)),
      ("maximum", range.upperBound == .max ? nil : .integer(range.upperBound)))
  }

  public static let count = integer(in: 0...Int.max)

  public static func number(from minimum: JSON, to maximum: JSON, step: JSON? = nil) -> JSONSchema {
    JSONSchema("number", ("minimum", minimum), ("maximum", maximum), ("multipleOf", step))
  }

  public static func types(_ names: [String]) -> JSONSchema {
    JSONSchema([JSON.Member("type", .array(names.map { .string($0) }))])
  }

  public static func array(of item: JSONSchema) -> JSONSchema {
    JSONSchema("array", ("items", item.json), referringTo: [item])
  }

  public static let strings = array(of: .string)

  public static func anyOf(_ alternatives: JSONSchema...) -> JSONSchema {
    JSONSchema([JSON.Member("anyOf", .array(alternatives.map(\.json)))], referringTo: alternatives)
  }

  public static let anyObject = JSONSchema("object")

  /// An object. It may have other members too: a later version of the protocol may add some.
  public static func object(_ properties: [Property]) -> JSONSchema {
    let required = properties.filter(\.isRequired).map { JSON.string($0.name) }
    return JSONSchema(
      "object", ("properties", .object(properties.map { JSON.Member($0.name, $0.schema.described($0.summary).json) })),
      ("required", required.isEmpty ? nil : .array(required)), referringTo: properties.map(\.schema))
  }

  public struct Property: Sendable {
    public let name: String
    public let isRequired: Bool
    public let summary: String
    public let schema: JSONSchema

    public init(_ name: String, isRequired: Bool, _ schema: JSONSchema, _ summary: String) {
      (self.name, self.isRequired, self.summary, self.schema) = (name, isRequired, summary, schema)
    }
  }
}
