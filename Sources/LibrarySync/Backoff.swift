import Platform

/// The delays between attempts to connect: each about twice the one before, up to a minute, and none exactly, so that
/// many machines do not come back at the same moment.
struct Backoff {
  private var milliseconds = 250

  static let longestMilliseconds = 60_000

  /// Blocks the thread.
  ///
  /// - Parameter fixed: the length instead of the next one.
  mutating func wait(_ fixed: Int? = nil) {
    let length = fixed ?? milliseconds
    milliseconds = min(2 * milliseconds, Self.longestMilliseconds)
    _ = poll(nil, 0, Int32(Int.random(in: length / 2...length)))
  }
}

/// The name of this machine.
func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
