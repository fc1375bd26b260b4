import JSON

/// A schema in the part of JSON Schema draft-07 that the contract needs, written in the order in which it is built.
///
/// Made only when somebody asks for the document: whoever declares one does so in a computed property or a closure.
public struct JSONSchema: Sendable {
  /// The schema as it is published.
  let keywords: [JSON.Member]
  /// The shared schemas that it refers to, itself or through others, by their names in `components/schemas`.
  private(set) var components: [String: JSON] = [:]

  var json: JSON { .object(keywords) }

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

  /// The same schema with one more keyword.
  private func adding(_ name: String, _ value: JSON) -> JSONSchema {
    JSONSchema(keywords + [JSON.Member(name, value)], referringTo: [self])
  }

  func defaulting(to value: JSON) -> JSONSchema { adding("default", value) }

  /// Says what is meant. Draft-07 passes over what stands next to a `$ref`: a shared schema describes itself.
  func described(_ text: String) -> JSONSchema {
    keywords.first?.name == "$ref" ? self : adding("description", .string(text))
  }

  /// Shares a schema under a name.
  static func shared(_ name: String, _ description: String, _ schema: JSONSchema) -> JSONSchema {
    var reference = JSONSchema(
      [JSON.Member("$ref", .string("#/components/schemas/\(name)"))], referringTo: [schema])
    reference.components[name] = .object([JSON.Member("description", .string(description))] + schema.keywords)
    return reference
  }

  /// Shares an object under a name.
  static func shared(_ name: String, _ description: String, _ properties: [Property]) -> JSONSchema {
    shared(name, description, .object(properties))
  }
}

// MARK: Kinds of values

extension JSONSchema {
  static let boolean = JSONSchema("boolean")

  static let string = JSONSchema("string")

  /// A string whose form a regular expression of ECMA 262 tells.
  static func string(pattern: String, maxLength: Int? = nil) -> JSONSchema {
    JSONSchema("string", ("maxLength", maxLength.map { .integer($0) }), ("pattern", .string(pattern)))
  }

  static func string(minLength: Int) -> JSONSchema { JSONSchema("string", ("minLength", .integer(minLength))) }

  /// A string that is not only white space.
  static let text = string(pattern: #"\S"#)

  static let uri = JSONSchema("string", ("format", "uri"))

  /// A moment in time, as RFC 3339 writes it.
  static let dateTime = JSONSchema("string", ("format", "date-time"))

  /// A calendar day, `YYYY-MM-DD`.
  static let date = JSONSchema("string", ("format", "date"))

  static let movieID = string(pattern: #"^[a-z0-9]+:\S+$"#, maxLength: 256)

  static func constant(_ value: Bool) -> JSONSchema { JSONSchema("boolean", ("const", .bool(value))) }

  static func oneOf(_ values: [String]) -> JSONSchema {
    JSONSchema("string", ("enum", .array(values.map { .string($0) })))
  }

  /// Every value of an enumeration.
  static func oneOf<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> JSONSchema {
    oneOf(Value.allCases.map(\.rawValue))
  }

  static let integer = JSONSchema("integer")

  /// - Parameter range: `Int.max` as its end stands for none.
  static func integer(in range: ClosedRange<Int>) -> JSONSchema {
    JSONSchema(
      "integer", ("minimum", .integer(range.lowerBound)),
      ("maximum", range.upperBound == .max ? nil : .integer(range.upperBound)))
  }

  static let count = integer(in: 0...Int.max)

  /// 0 to 10.
  static let rating = JSONSchema("number", ("minimum", 0), ("maximum", 10))

  /// 0.5 to 10 in steps of 0.5.
  static let userRating = JSONSchema(
    "number", ("minimum", .number("0.5")), ("maximum", 10), ("multipleOf", .number("0.5")))

  /// A request's id, echoed as it came.
  static let requestID = JSONSchema([JSON.Member("type", ["string", "number", "null"])])

  static func array(of item: JSONSchema) -> JSONSchema {
    JSONSchema("array", ("items", item.json), referringTo: [item])
  }

  static let strings = array(of: .string)

  static func anyOf(_ alternatives: JSONSchema...) -> JSONSchema {
    JSONSchema([JSON.Member("anyOf", .array(alternatives.map(\.json)))], referringTo: alternatives)
  }

  /// An object of which nothing more is told.
  static let anyObject = JSONSchema("object")

  /// An object. Members that are not told of may come with a later version, so nothing forbids them.
  static func object(_ properties: [Property]) -> JSONSchema {
    let required = properties.filter(\.isRequired).map { JSON.string($0.name) }
    return JSONSchema(
      "object",
      ("properties", .object(properties.map { JSON.Member($0.name, $0.schema.described($0.summary).json) })),
      ("required", required.isEmpty ? nil : .array(required)),
      referringTo: properties.map(\.schema))
  }

  /// One of the contract's members: of params, of a result, of an object in one.
  public struct Property: Sendable {
    public let name: String
    /// False for a member that may be left out.
    public let isRequired: Bool
    let summary: String
    let schema: JSONSchema

    private init(name: String, isRequired: Bool, summary: String, schema: JSONSchema) {
      self.name = name
      self.isRequired = isRequired
      self.summary = summary
      self.schema = schema
    }

    /// The same where it may be left out.
    var optional: Property { Property(name: name, isRequired: false, summary: summary, schema: schema) }

    static func required(_ name: String, _ schema: JSONSchema, _ summary: String) -> Property {
      Property(name: name, isRequired: true, summary: summary, schema: schema)
    }

    static func optional(_ name: String, _ schema: JSONSchema, _ summary: String) -> Property {
      Property(name: name, isRequired: false, summary: summary, schema: schema)
    }
  }
}
