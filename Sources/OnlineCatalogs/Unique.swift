extension Sequence {
  /// The elements of each key's first appearance, in their order.
  func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it first stands.
  func unique() -> [Element] { unique(by: \.self) }
}
