/// A value that can be published: it encodes itself, and its type has a schema.
public protocol JSONResult: JSONEncodable { static var schema: JSONSchema { get } }

/// A type that is written as a JSON object. Its encoding, its schema and its reading follow from `fields`.
public protocol JSONObject: JSONResult { static func fields(_ field: inout some FieldVisitor<Self>) }

/// Receives the members of an object. The compiler specializes it, so encoding costs no more than by hand.
public protocol FieldVisitor<Object> {
  associatedtype Object

  mutating func required<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString, _ value: (Object) -> Value)

  mutating func optional<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString, _ value: (Object) -> Value?)

  mutating func include<Part: JSONObject>(_ part: (Object) -> Part)

  /// A member that is always present, and that a client may send too.
  mutating func required<Value: JSONEncodable>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Object, Value>)

  /// A member that is omitted if the value is nil, and that a client may send too.
  mutating func optional<Value: JSONEncodable>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Object, Value?>)
}

extension FieldVisitor {
  @inlinable @inline(__always)
  public mutating func required<Value: JSONEncodable>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Object, Value>
  ) {
    required(name, type().schema(), summary) { $0[keyPath: path] }
  }

  @inlinable @inline(__always)
  public mutating func optional<Value: JSONEncodable>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Object, Value?>
  ) {
    optional(name, type().schema(), summary) { $0[keyPath: path] }
  }
}

extension JSONObject {
  @inlinable
  public func encode(to writer: inout JSONWriter) { writer.object { $0.members(of: self) } }
}

extension JSONWriter {
  /// Writes the members of an object into the one that is open.
  @inlinable @inline(__always)
  public mutating func members<Object: JSONObject>(of object: Object) {
    withUnsafePointer(to: object) { members(at: $0) }
  }

  /// Writes the members of an object without a copy of it.
  @inlinable @inline(__always)
  public mutating func members<Object: JSONObject>(at object: UnsafePointer<Object>) {
    var encoder = FieldEncoder(object: object)
    // Moves the bytes there and back: a copy would make every write copy them.
    swap(&encoder.writer, &self)
    Object.fields(&encoder)
    swap(&encoder.writer, &self)
  }
}

@usableFromInline
struct FieldEncoder<Object>: FieldVisitor {
  @usableFromInline let object: UnsafePointer<Object>
  @usableFromInline var writer = JSONWriter()

  @inlinable @inline(__always)
  init(object: UnsafePointer<Object>) { self.object = object }

  @inlinable @inline(__always)
  mutating func required<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString,
    _ value: (Object) -> Value
  ) {
    writer.name(name)
    value(object.pointee).encode(to: &writer)
  }

  @inlinable @inline(__always)
  mutating func optional<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString,
    _ value: (Object) -> Value?
  ) {
    guard let value = value(object.pointee) else { return }
    writer.name(name)
    value.encode(to: &writer)
  }

  @inlinable @inline(__always)
  mutating func include<Part: JSONObject>(_ part: (Object) -> Part) { writer.members(of: part(object.pointee)) }
}

extension String: JSONEncodable {
  @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONEncodable {
  @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONEncodable {
  @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONEncodable {
  @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Sequence where Element: JSONEncodable {
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in for element in self { element.encode(to: &writer) } }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {}

extension LazyMapSequence: JSONEncodable where Element: JSONEncodable {}

extension JSONObject {
  public static var properties: [JSONSchema.Property] {
    var collector = PropertyCollector<Self>()
    fields(&collector)
    return collector.properties
  }

  /// The schema where the object is published in place rather than under a name.
  public static var schema: JSONSchema { JSONSchema.object(properties).named(after: Self.self) }

  /// The schema of an object that is published once, under a name.
  public static func shared(_ name: String, _ description: String) -> JSONSchema {
    .shared(name, description, properties)
  }
}

private struct PropertyCollector<Object>: FieldVisitor {
  var properties: [JSONSchema.Property] = []

  mutating func required<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString,
    _ value: (Object) -> Value
  ) {
    properties.append(.init(name.description, isRequired: true, schema(), summary.description))
  }

  mutating func optional<Value: JSONEncodable>(
    _ name: StaticString, _ schema: @autoclosure () -> JSONSchema, _ summary: StaticString,
    _ value: (Object) -> Value?
  ) {
    properties.append(.init(name.description, isRequired: false, schema(), summary.description))
  }

  mutating func include<Part: JSONObject>(_ part: (Object) -> Part) { properties += Part.properties }
}
