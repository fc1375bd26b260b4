import Platform

public struct Progress: Sendable {
  public var dataset: Dataset
  public var bytesRead: Int
  public var bytes: Int
  public var rows: Int
  public var nanoseconds: Int64
  public var isFinished: Bool

  public var fraction: Double { bytes == 0 ? 1 : min(1, Double(bytesRead) / Double(bytes)) }

  public var rowsPerSecond: Double { Double(rows) * 1e9 / Double(max(1, nanoseconds)) }

  /// If the rest takes as long for each byte as what is done; nil at the beginning.
  public var secondsLeft: Double? {
    fraction == 0 ? nil : Double(nanoseconds) / 1e9 * (1 - fraction) / fraction
  }
}

final class ProgressMonitor {
  private let report: (Progress) -> Void
  private var current: Progress?
  private var start: Int64 = 0

  init(_ report: @escaping (Progress) -> Void) { self.report = report }

  func begin(_ dataset: Dataset, bytes: Int) {
    start = monotonicNanoseconds()
    current = Progress(dataset: dataset, bytesRead: 0, bytes: bytes, rows: 0, nanoseconds: 0, isFinished: false)
  }

  func advance(bytes: Int, rows: Int) {
    current?.bytesRead = bytes
    publish(rows: rows)
  }

  func end(rows: Int) {
    guard let bytes = current?.bytes else { return }
    current?.bytesRead = bytes
    current?.isFinished = true
    publish(rows: rows)
  }

  private func publish(rows: Int) {
    guard var progress = current else { return }
    progress.rows = rows
    progress.nanoseconds = monotonicNanoseconds() - start
    report(progress)
  }
}
