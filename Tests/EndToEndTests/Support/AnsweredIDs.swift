import Foundation

/// Counts responses by id, without storing them.
struct AnsweredIDs {
  private static let start = Array(#"{"jsonrpc":"2.0","id":"#.utf8)

  private(set) var total = 0
  private(set) var unknown = 0
  private(set) var repeated = 0
  private var isAnswered: [Bool]
  private var rest: [UInt8] = []

  init(count: Int) { isAnswered = Array(repeating: false, count: count) }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var left = bytes
    while let base = left.baseAddress, let end = memchr(base, 0x0A, left.count) {
      let length = UnsafeRawPointer(end) - base
      let line = UnsafeRawBufferPointer(rebasing: left[..<length])
      if rest.isEmpty {
        count(line)
      } else {
        rest.append(contentsOf: line)
        rest.withUnsafeBytes { count($0) }
        rest = []
      }
      left = UnsafeRawBufferPointer(rebasing: left[(length + 1)...])
    }
    rest.append(contentsOf: left)
  }

  private mutating func count(_ line: UnsafeRawBufferPointer) {
    total += 1
    let prefix = Self.start.count
    guard line.count > prefix, let base = line.baseAddress, memcmp(base, Self.start, prefix) == 0 else {
      unknown += 1
      return
    }
    // strtol stops at the first character that is not a digit; every line has one.
    let id = strtol((base + prefix).assumingMemoryBound(to: CChar.self), nil, 10)
    guard isAnswered.indices.contains(id) else {
      unknown += 1
      return
    }
    if isAnswered[id] { repeated += 1 }
    isAnswered[id] = true
  }
}
