/// A large value that is passed on by reference.
///
/// An async function keeps room in memory for each value that it passes on, often several times, from its beginning to its
/// end. A thousand requests may wait at the same time, so what they wait for should be small.
@dynamicMemberLookup
public final class Indirect<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value

  /// - Parameter value: large.
  public init(_ value: Value) { self.value = value }

  /// A member of the value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}
