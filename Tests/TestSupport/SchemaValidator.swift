import JSON

/// A validator for the subset of JSON Schema draft-07 that the contract uses. It checks schemas, and values against schemas.
///
/// Any other keyword is an error in the schema, so that nothing is ignored silently.
public struct SchemaValidator: Sendable {
  /// The document that every `$ref` refers to.
  public var document: JSON
  /// Whether a member that is missing in an object's schema is an error.
  public var isStrict = false
  /// Whether the string `"…"` matches any value.
  public var hasHoles = false

  public init(document: JSON, isStrict: Bool = false, hasHoles: Bool = false) {
    self.document = document
    self.isStrict = isStrict
    self.hasHoles = hasHoles
  }

  /// Resolves a `$ref` of the form `#/a/b`.
  public func resolve(_ reference: String) -> JSON? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(document as JSON?) { value, step in
      value?[String(step).replacing("~1", with: "/").replacing("~0", with: "~")]
    }
  }

  // MARK: Values

  /// Validates a value, and returns its errors.
  public func faults(of value: JSON, against schema: JSON, at path: String = "$") -> [String] {
    if hasHoles, value == "…" { return [] }
    if let reference = schema["$ref"]?.string {
      guard let target = resolve(reference) else { return ["\(path): \(reference) cannot be resolved"] }
      return faults(of: value, against: target, at: path)
    }
    if let alternatives = schema["anyOf"]?.array {
      let attempts = alternatives.map { faults(of: value, against: $0, at: path) }
      if attempts.contains(where: \.isEmpty) { return [] }
      return ["\(path): matches none of the alternatives"] + attempts.joined()
    }
    let names = schema["type"].map { $0.array?.compactMap(\.string) ?? [$0.string ?? ""] }
    if let names, !names.contains(where: { Self.types[$0]?(value) == true }) {
      return ["\(path): \(value.jsonText.prefix(80)) is not of type \(names.joined(separator: " or "))"]
    }
    return scalarFaults(of: value, against: schema, at: path) + nestedFaults(of: value, against: schema, at: path)
  }

  private static let types: [String: @Sendable (JSON) -> Bool] = [
    "object": { if case .object = $0 { true } else { false } },
    "array": { $0.array != nil }, "string": { $0.string != nil }, "boolean": { $0.bool != nil },
    "null": { $0.isNull }, "number": { $0.double != nil }, "integer": { $0.int != nil },
  ]

  private func scalarFaults(of value: JSON, against schema: JSON, at path: String) -> [String] {
    var faults: [String] = []
    func expect(_ isValid: Bool?, _ keyword: String) {
      if isValid == false { faults.append("\(path): \(value.jsonText.prefix(80)) violates \(keyword) of the schema") }
    }
    expect(schema["const"].map { $0 == value }, "const")
    expect(schema["enum"]?.array?.contains(value), "enum")
    if let number = value.double {
      expect(schema["minimum"]?.double.map { number >= $0 }, "minimum")
      expect(schema["maximum"]?.double.map { number <= $0 }, "maximum")
      expect(schema["multipleOf"]?.double.map { (number / $0).rounded() == number / $0 }, "multipleOf")
    }
    if let text = value.string {
      expect(schema["minLength"]?.int.map { text.unicodeScalars.count >= $0 }, "minLength")
      expect(schema["maxLength"]?.int.map { text.unicodeScalars.count <= $0 }, "maxLength")
      expect(schema["pattern"]?.string.map { (try? text.contains(Regex($0))) == true }, "pattern")
      expect(schema["format"]?.string.map { Self.formats[$0]?(text) == true }, "format")
    }
    return faults
  }

  private static let formats: [String: @Sendable (String) -> Bool] = [
    "date": { $0.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil },
    "date-time": { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) != nil },
    "uri": { $0.wholeMatch(of: /[a-z][a-z0-9+.\-]*:[^\s"<>\\^`{|}]+/) != nil },
  ]

  private func nestedFaults(of value: JSON, against schema: JSON, at path: String) -> [String] {
    if case .object(let members) = value {
      let missing = (schema["required"]?.array ?? []).compactMap(\.string).filter { value[$0] == nil }
      return missing.map { "\(path): the member \($0) is missing" }
        + members.flatMap { member in
          if let known = schema["properties"]?[member.name] {
            return faults(of: member.value, against: known, at: "\(path).\(member.name)")
          }
          return isStrict && schema["properties"] != nil
            ? ["\(path): the member \(member.name) is not declared"] : []
        }
    }
    guard let values = value.array, let item = schema["items"] else { return [] }
    return values.enumerated().flatMap { faults(of: $1, against: item, at: "\(path)[\($0)]") }
  }

  // MARK: Schemas

  /// Validates a schema, and returns its errors.
  public func faults(ofSchema schema: JSON, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): a schema must be an object"] }
    var faults: [String] = []
    if Set(keywords.map(\.name)).count < keywords.count { faults.append("\(path): a keyword is repeated") }
    if schema["$ref"] != nil, keywords.count > 1 { faults.append("\(path): keywords next to a $ref are ignored") }
    for keyword in keywords {
      guard let isAllowed = Self.keywords[keyword.name] else {
        faults.append("\(path): the keyword \(keyword.name) is not supported")
        continue
      }
      if !isAllowed(keyword.value) { faults.append("\(path): \(keyword.name) must not be \(keyword.value.jsonText)") }
      switch (keyword.name, keyword.value) {
      case ("$ref", let value):
        if resolve(value.string ?? "") == nil { faults.append("\(path): \(value.jsonText) cannot be resolved") }
      case ("items", let item): faults += self.faults(ofSchema: item, at: path + ".items")
      case ("anyOf", .array(let parts)): faults += parts.flatMap { self.faults(ofSchema: $0, at: path + ".anyOf") }
      case ("properties", .object(let members)):
        if Set(members.map(\.name)).count < members.count { faults.append("\(path): a member is repeated") }
        faults += members.flatMap { self.faults(ofSchema: $0.value, at: "\(path).\($0.name)") }
      case ("required", .array(let names)):
        let unknown = names.compactMap(\.string).filter { schema["properties"]?[$0] == nil }
        faults += unknown.map { "\(path): \($0) is required, but not declared" }
      case ("default", let value): faults += self.faults(of: value, against: schema, at: path + ".default")
      default: break
      }
    }
    return faults
  }

  private static let keywords: [String: @Sendable (JSON) -> Bool] = [
    "$ref": { $0.string != nil },
    "type": { type in
      let names = type.array?.map(\.string) ?? [type.string]
      return !names.isEmpty && Set(names).count == names.count
        && names.allSatisfy { $0.map { types[$0] != nil } ?? false }
    },
    "title": { $0.string?.isEmpty == false },
    "description": { $0.string?.hasSuffix(".") == true },
    "default": { _ in true },
    "const": { _ in true },
    "enum": { $0.array.map { !$0.isEmpty && Set($0).count == $0.count } ?? false },
    "minimum": { $0.double != nil },
    "maximum": { $0.double != nil },
    "multipleOf": { $0.double.map { $0 > 0 } ?? false },
    "minLength": { $0.int.map { $0 >= 0 } ?? false },
    "maxLength": { $0.int.map { $0 >= 0 } ?? false },
    "pattern": { $0.string.map { (try? Regex($0)) != nil } ?? false },
    "format": { $0.string.map { formats[$0] != nil } ?? false },
    "items": { if case .object = $0 { true } else { false } },
    "anyOf": { $0.array.map { !$0.isEmpty } ?? false },
    "properties": { if case .object = $0 { true } else { false } },
    "required": {
      $0.array.map { names in
        !names.isEmpty && Set(names).count == names.count && names.allSatisfy { $0.string != nil }
      } ?? false
    },
  ]
}
