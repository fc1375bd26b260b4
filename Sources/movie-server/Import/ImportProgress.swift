import IMDbImport
import Platform

/// Shows on stderr how far an import has come: on a terminal a bar for each file, otherwise a line every few seconds.
final class ImportProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lastTime = monotonicNanoseconds()
  /// Whether the terminal's line is to be overwritten.
  private var isLineOpen = false

  private var interval: Int64 { isTerminal ? 100_000_000 : 5_000_000_000 }

  /// Shows the progress with a file, if enough time has passed since the last time or a bar is complete.
  func show(_ progress: Progress) {
    let now = monotonicNanoseconds()
    guard now - lastTime >= interval || isTerminal && progress.isFinished else { return }
    lastTime = now
    if isTerminal {
      writeText("\r\(Self.bar(progress))\u{1B}[K\(progress.isFinished ? "\n" : "")", to: STDERR_FILENO)
      isLineOpen = !progress.isFinished
    } else {
      report(Self.line(progress))
    }
  }

  /// Shows what else takes some seconds.
  func show(_ text: String) {
    if isTerminal {
      writeText("\r\(text) …\u{1B}[K", to: STDERR_FILENO)
      isLineOpen = true
    } else if monotonicNanoseconds() - lastTime >= interval {
      report(text)
    }
  }

  /// Clears the line that is not complete.
  func end() {
    if isLineOpen { writeText("\r\u{1B}[K", to: STDERR_FILENO) }
    isLineOpen = false
  }

  /// At most 79 columns: a line that wraps could not be overwritten.
  static func bar(_ progress: Progress) -> String {
    let width = 16
    let filled = Int(Double(width) * progress.fraction)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let name = progress.dataset.rawValue + String(repeating: " ", count: 16 - progress.dataset.rawValue.count)
    let percentage = percentage(progress)
    let space = String(repeating: " ", count: 5 - percentage.count)
    return "\(name) [\(bar)] \(space)\(percentage) \(figures(progress))"
  }

  static func line(_ progress: Progress) -> String {
    "\(progress.dataset.rawValue): \(percentage(progress)), \(figures(progress))"
  }

  private static func percentage(_ progress: Progress) -> String { "\(Int(progress.fraction * 100)) %" }

  private static func figures(_ progress: Progress) -> String {
    let rate = "\(grouped(progress.rows)) rows, \(grouped(Int(progress.rowsPerSecond / 1_000)))k/s"
    guard !progress.isFinished, let seconds = progress.secondsLeft, seconds < 360_000 else { return rate }
    return "\(rate), \(duration(seconds)) left"
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}

func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups = ""
  while digits.count > 3 {
    groups = ",\(digits.suffix(3))\(groups)"
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + digits + groups
}
