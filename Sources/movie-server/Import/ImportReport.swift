import IMDbImport

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

  func show(_ text: String) {
    if isTerminal {
      writeText("\r\(text) …\u{1B}[K", to: STDERR_FILENO)
      isLineOpen = true
    } else if monotonicNanoseconds() - lastTime >= interval {
      report(text)
    }
  }

  func end() {
    if isLineOpen { writeText("\r\u{1B}[K", to: STDERR_FILENO) }
    isLineOpen = false
  }

  /// At most 79 columns: a line that wraps could not be overwritten.
  static func bar(_ progress: Progress) -> String {
    let width = 16
    let filled = Int(Double(width) * progress.fraction)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let percentage = percentage(progress)
    let space = String(repeating: " ", count: 5 - percentage.count)
    return "\(fitted(progress.dataset.rawValue, to: 16)) [\(bar)] \(space)\(percentage) \(figures(progress))"
  }

  static func line(_ progress: Progress) -> String {
    "\(progress.dataset.rawValue): \(percentage(progress)), \(figures(progress))"
  }

  private static func percentage(_ progress: Progress) -> String { "\(Int(progress.fraction * 100)) %" }

  private static func figures(_ progress: Progress) -> String {
    let rate = "\(grouped(progress.rows)) rows, \(grouped(Int(progress.rowsPerSecond / 1_000)))k/s"
    guard !progress.isFinished, let seconds = progress.secondsLeft, seconds < 360_000 else { return rate }
    let left = Int(seconds.rounded(.up))
    return "\(rate), " + (left < 60 ? "\(left) s left" : "\(left / 60) min \(left % 60) s left")
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

/// The text at the end of an import: what was made, what was read, and what was skipped for which reason.
enum ImportSummary {
  static func text(_ report: Importer.Report, path: String, nanoseconds: Int64) -> String {
    let rows = report.counts.values.reduce(0) { $0 + $1.read }
    let tenths = Int(nanoseconds / 100_000_000)
    let rate = Int(Double(rows) * 1e9 / Double(max(1, nanoseconds)))
    var text = """
      imported \(grouped(report.films)) films, \(grouped(report.people)) people and \(grouped(report.credits)) credits
      read \(grouped(rows)) lines in \(tenths / 10).\(tenths % 10) s, \(grouped(rate)) a second
      wrote \(forTerminal(path)), \(megabytes(path)) MB

      """
    for dataset in Dataset.allCases { text += "\n" + lines(dataset, report.counts[dataset]) }
    if report.unknownPeople > 0 {
      text += "\n\(grouped(report.unknownPeople)) people of the credits are not in \(Dataset.names.rawValue).\n"
    }
    return text
  }

  private static func lines(_ dataset: Dataset, _ counts: RowCounts?) -> String {
    guard let counts else { return "\(dataset.rawValue): not used; \(dataset.loss ?? "")\n" }
    var text = "\(dataset.rawValue): read \(grouped(counts.read)), kept \(grouped(counts.kept))\n"
    for isMalformed in [false, true] {
      for reason in SkipReason.allCases where counts[reason] > 0 && reason.isMalformed == isMalformed {
        let number = grouped(counts[reason])
        let first = isMalformed ? " (the first is line \(counts.firstLine(reason)))" : ""
        text += "  skipped \(number) \(reason.description)\(first)\n"
      }
    }
    guard counts.droppedValues > 0 else { return text }
    let number = grouped(counts.droppedValues)
    return text + "  left out \(number) invalid values (the first in line \(counts.firstLineOfDroppedValue))\n"
  }

  private static func megabytes(_ path: String) -> String {
    let tenths = Int(fileStatus(path)?.st_size ?? 0) / 100_000
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}
