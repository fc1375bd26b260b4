public struct Progress: Sendable {
  public let dataset: Dataset
  public let bytes: Int
  public internal(set) var bytesRead = 0
  public internal(set) var rows = 0
  public internal(set) var nanoseconds: Int64 = 0
  public internal(set) var isFinished = false
  let start = monotonicNanoseconds()

  public var fraction: Double { bytes == 0 ? 1 : min(1, Double(bytesRead) / Double(bytes)) }

  public var rowsPerSecond: Double { Double(rows) * 1e9 / Double(max(1, nanoseconds)) }

  /// If the rest takes as long for each byte as what is done; nil at the beginning.
  public var secondsLeft: Double? { fraction == 0 ? nil : Double(nanoseconds) / 1e9 * (1 - fraction) / fraction }
}
