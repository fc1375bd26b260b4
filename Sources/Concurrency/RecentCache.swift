/// A bounded cache of the values that were added or read most recently, in two generations: a full young one replaces
/// the old one. An exact order would cost an update on every access.
public final class RecentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Generations {
    var young: [Key: Value] = [:]
    var old: [Key: Value] = [:]
  }

  private let generationSize: Int
  private let generations = Mutex(Generations())

  /// - Parameter generationSize: the number of most recent values that are never dropped; at least 1.
  public init(generationSize: Int) { self.generationSize = generationSize }

  public func add(_ values: some Sequence<(Key, Value)>) {
    generations.withLock { generations in
      for (key, value) in values { add(value, for: key, to: &generations) }
    }
  }

  /// The value of a key; nil if it was never added or has been dropped. Reading a value keeps it.
  public subscript(key: Key) -> Value? {
    generations.withLock { generations in
      if let value = generations.young[key] { return value }
      guard let value = generations.old[key] else { return nil }
      add(value, for: key, to: &generations)
      return value
    }
  }

  private func add(_ value: Value, for key: Key, to generations: inout Generations) {
    generations.young[key] = value
    guard generations.young.count >= generationSize else { return }
    generations.old = generations.young
    generations.young = [:]
  }
}
