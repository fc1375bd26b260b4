/// A member of a method's `params`, through which handlers read the value (`try call(Search.query)`) and the document
/// publishes its schema. It is required unless a modifier says otherwise.
struct Parameter<Value: Sendable>: AnyParameter {
  let name: String
  let summary: String
  let isRequired: Bool
  let schema: @Sendable () -> JSONSchema
  /// Reads the value; nil stands for a member that is absent or null.
  let read: @Sendable (JSON?) throws(RPCError) -> Value
}

protocol AnyParameter: Sendable {
  var name: String { get }
  var property: JSONSchema.Property { get }
}

extension Parameter {
  var property: JSONSchema.Property { JSONSchema.Property(name, isRequired: isRequired, schema(), summary) }

  init(_ name: String, _ type: JSONType<Value>, _ summary: String) {
    self.init(name: name, summary: summary, isRequired: true, schema: type.schema) { json throws(RPCError) in
      guard let json else { throw .invalidParams("The member \(name) is missing.", field: name) }
      guard let value = type.read(json), type.isValid(value) else {
        throw .invalidParams("The member \(name) must be \(type.expectation()).", field: name)
      }
      return value
    }
  }

  var optional: Parameter<Value?> {
    .init(name: name, summary: summary, isRequired: false, schema: schema) { [read] json throws(RPCError) in
      guard let json else { return nil }
      return try read(json)
    }
  }

  /// The same parameter, which the client may omit, and where null has a meaning (`Call.change`).
  var nullable: Parameter<Value?> {
    let optional = optional
    return .init(name: name, summary: summary, isRequired: false) { [schema] in
      .anyOf(schema(), .types(["null"]))
    } read: { json throws(RPCError) in
      try optional.read(json)
    }
  }

  private func defaulting(to value: Value, _ json: @escaping @Sendable () -> JSON) -> Parameter {
    Parameter(name: name, summary: summary, isRequired: false) { [schema] in
      schema().defaulting(to: json())
    } read: { [read] json throws(RPCError) in
      guard let json else { return value }
      return try read(json)
    }
  }
}

extension Parameter<Int> { func `default`(_ value: Int) -> Parameter { defaulting(to: value) { .integer(value) } } }

extension Parameter<String> {
  func `default`(_ value: String) -> Parameter { defaulting(to: value) { .string(value) } }
}

/// A parameter that is nil if the client omits it.
func optional<Value: Sendable>(_ name: String, _ type: JSONType<Value>, _ summary: String) -> Parameter<Value?> {
  Parameter(name, type, summary).optional
}

// MARK: Types of parameters

extension JSONType<String> {
  /// A string that is not blank, without the white space around it.
  static var text: JSONType {
    JSONType(.text, "a string that is not blank") { json in
      guard let text = json.string?.trimming(while: { $0.isWhitespace }), !text.isEmpty else { return nil }
      return String(text)
    }
  }
}

extension JSONType<Bool> { static var boolean: JSONType { JSONType(.boolean, "true or false") { $0.bool } } }

extension JSONType<Double> {
  static var userRating: JSONType {
    JSONType(.userRating, "a number 0.5 to 10, in steps of 0.5") { json in
      json.double.flatMap { (0.5...10).contains($0) && $0 * 2 == ($0 * 2).rounded() ? $0 : nil }
    }
  }
}

extension JSONType<Duration> {
  /// Milliseconds, at most a minute.
  static var milliseconds: JSONType {
    let number = JSONType<Int>.integer(in: 0...60_000)
    return JSONType(number.schema(), number.expectation()) { json in
      number.read(json).flatMap { number.isValid($0) ? .milliseconds($0) : nil }
    }
  }
}

extension JSONType where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var choice: JSONType {
    JSONType(.oneOf(Value.self), "one of: \(Value.allCases.map(\.rawValue).joined(separator: ", "))") { json in
      json.string.flatMap(Value.init)
    }
  }
}

extension JSONType<JSON> {
  static func json(_ schema: @autoclosure @escaping @Sendable () -> JSONSchema) -> JSONType {
    JSONType(schema(), "a JSON value") { $0 }
  }
}

public enum LanguageTag {
  /// The tag of a locale name: `ko_KR.UTF-8` becomes `ko-KR`. Nil for `C`, `POSIX` and other names without a language.
  public static func tag(ofLocale locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split { $0 == "_" || $0 == "-" }
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    let region = parts.dropFirst().first { $0.utf8.count == 2 }
    return ([language.lowercased()] + (region.map { [$0.uppercased()] } ?? [])).joined(separator: "-")
  }

  /// The member `language` of all methods that return texts; see `Call.language()`.
  static let parameter = optional(
    "language", .text, "The language of the texts, such as `ko` or `ko-KR`; the session's by default.")
}
