import JSON
import JSONRPC
import MovieCore
import Platform

/// A member of a method's `params`: its name, what it means, and how its value is read and checked.
///
/// Declared once, next to its method; handlers read values through it (`try call(Search.query)`), so a name or a bound
/// stands in one place only; its schema is made of the same bounds, when it is asked for.
struct Parameter<Value: Sendable>: AnyParameter {
  let name: String
  let summary: String
  let isRequired: Bool
  let schema: @Sendable () -> JSONSchema
  /// Reads the value; nil stands for an absent or null member.
  let read: @Sendable (JSON?) throws(RPCError) -> Value
}

/// What the method table tells of a parameter: which member of `params` it is, what it means in one sentence, whether
/// it must be there, and what it may be.
public protocol AnyParameter: Sendable {
  var name: String { get }
  var summary: String { get }
  var isRequired: Bool { get }
  var schema: @Sendable () -> JSONSchema { get }
}

extension AnyParameter {
  /// The parameter as the documentation has it.
  var property: JSONSchema.Property {
    isRequired ? .required(name, schema(), summary) : .optional(name, schema(), summary)
  }
}

extension Parameter {
  /// The same parameter where it may be left out.
  fileprivate static func optional(
    _ name: String, _ summary: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema,
    _ read: @escaping @Sendable (JSON) throws(RPCError) -> Value
  ) -> Parameter<Value?> {
    Parameter<Value?>(name: name, summary: summary, isRequired: false, schema: schema) { json throws(RPCError) in
      guard let json else { return nil }
      return try read(json)
    }
  }

  fileprivate static func required(
    _ name: String, _ summary: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema,
    _ read: @escaping @Sendable (JSON) throws(RPCError) -> Value
  ) -> Parameter {
    Parameter(name: name, summary: summary, isRequired: true, schema: schema) { json throws(RPCError) in
      guard let json else { throw .invalidParams("The member \(name) is missing.", field: name) }
      return try read(json)
    }
  }

  fileprivate static func defaulted(
    _ name: String, _ summary: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema, _ value: Value,
    _ read: @escaping @Sendable (JSON) throws(RPCError) -> Value
  ) -> Parameter {
    Parameter(name: name, summary: summary, isRequired: false, schema: schema) { json throws(RPCError) in
      guard let json else { return value }
      return try read(json)
    }
  }
}

// MARK: Kinds of values

extension Parameter<String> {
  /// Text of at least one character that is not white space; white space around it is dropped.
  static func text(_ name: String, _ summary: String) -> Parameter {
    .required(name, summary, .text) { json throws(RPCError) in try trimmed(json, name) }
  }

  static func text(_ name: String, _ summary: String, default value: String) -> Parameter {
    .defaulted(name, summary, .text.defaulting(to: .string(value)), value) { json throws(RPCError) in
      try trimmed(json, name)
    }
  }

  static func optionalText(_ name: String, _ summary: String) -> Parameter<String?> {
    Parameter<String>.optional(name, summary, .text) { json throws(RPCError) in try trimmed(json, name) }
  }

  private static func trimmed(_ json: JSON, _ name: String) throws(RPCError) -> String {
    guard let text = json.string else { throw .invalidParams("The member \(name) must be a string.", field: name) }
    let trimmed = text.trimming { $0.isWhitespace }
    guard !trimmed.isEmpty else { throw .invalidParams("The member \(name) must not be empty.", field: name) }
    return String(trimmed)
  }
}

extension Parameter<Int> {
  static func integer(_ name: String, _ summary: String, in range: ClosedRange<Int>, default value: Int) -> Parameter {
    .defaulted(name, summary, .integer(in: range).defaulting(to: .integer(value)), value) { json throws(RPCError) in
      try number(json, name, range)
    }
  }

  static func optionalInteger(_ name: String, _ summary: String, in range: ClosedRange<Int>) -> Parameter<Int?> {
    Parameter<Int>.optional(name, summary, .integer(in: range)) { json throws(RPCError) in
      try number(json, name, range)
    }
  }

  private static func number(_ json: JSON, _ name: String, _ range: ClosedRange<Int>) throws(RPCError) -> Int {
    guard let number = json.int, range.contains(number) else {
      let bounds =
        range.upperBound == .max ? "of at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      throw .invalidParams("The member \(name) must be a whole number \(bounds).", field: name)
    }
    return number
  }
}

extension Parameter<Double> {
  /// A rating by a user: 0.5 to 10 in steps of 0.5.
  static func rating(_ name: String, _ summary: String) -> Parameter {
    .required(name, summary, .userRating) { json throws(RPCError) in
      guard let number = json.double, (0.5...10).contains(number), number * 2 == (number * 2).rounded() else {
        throw .invalidParams("The member \(name) must be a number 0.5 to 10, in steps of 0.5.", field: name)
      }
      return number
    }
  }
}

extension Parameter<Duration> {
  /// Milliseconds, at most a minute.
  static func optionalMilliseconds(_ name: String, _ summary: String) -> Parameter<Duration?> {
    let milliseconds = Parameter<Int>.optionalInteger(name, summary, in: 0...60_000)
    return Parameter<Duration?>(name: name, summary: summary, isRequired: false, schema: milliseconds.schema) {
      json throws(RPCError) in
      try milliseconds.read(json).map { .milliseconds($0) }
    }
  }
}

extension Parameter<[String]> {
  static func optionalTexts(_ name: String, _ summary: String) -> Parameter<[String]?> {
    Parameter<[String]>.optional(name, summary, .strings) { json throws(RPCError) in
      guard let texts = json.array?.map(\.string), !texts.contains(nil) else {
        throw .invalidParams("The member \(name) must be an array of strings.", field: name)
      }
      return texts.compactMap(\.self)
    }
  }
}

extension Parameter<MovieID> {
  static func movieID(_ name: String, _ summary: String) -> Parameter {
    .required(name, summary, .movieID) { json throws(RPCError) in try id(json, name) }
  }

  static func optionalMovieID(_ name: String, _ summary: String) -> Parameter<MovieID?> {
    Parameter<MovieID>.optional(name, summary, .movieID) { json throws(RPCError) in try id(json, name) }
  }

  private static func id(_ json: JSON, _ name: String) throws(RPCError) -> MovieID {
    guard let id = json.string.flatMap(MovieID.init) else {
      throw .invalidParams("The member \(name) must be a movie's id, as catalog:native.", field: name)
    }
    return id
  }
}

extension Parameter where Value: RawRepresentable<String> & CaseIterable {
  static func optionalChoice(_ name: String, _ summary: String) -> Parameter<Value?> {
    Parameter<Value>.optional(name, summary, .oneOf(Value.self)) { json throws(RPCError) in
      guard let value = json.string.flatMap(Value.init) else {
        let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidParams("The member \(name) must be one of: \(choices).", field: name)
      }
      return value
    }
  }
}

extension Parameter<JSON> {
  /// A value that its method reads by itself.
  static func optionalJSON(
    _ name: String, _ summary: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema
  ) -> Parameter<JSON?> {
    Parameter<JSON>.optional(name, summary, schema()) { json throws(RPCError) in json }
  }
}
