import JSONRPC

extension FrameReader {
  /// Adds bytes that are already in memory, as a read that brings them would.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      _ = read { space in
        let count = min(space.count, rest.count)
        space.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
  }
}
