extension Sequence {
  func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable { func uniqued() -> [Element] { uniqued(on: \.self) } }
