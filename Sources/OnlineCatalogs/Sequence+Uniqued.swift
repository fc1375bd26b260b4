extension Sequence {
  /// The first element for each key, in order.
  func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The first occurrence of each element, in order.
  func uniqued() -> [Element] { uniqued(on: \.self) }
}
