import IMDbImport
import Platform

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
    if counts.droppedValues > 0 {
      let number = grouped(counts.droppedValues)
      text += "  left out \(number) invalid values (the first in line \(counts.firstLineOfDroppedValue))\n"
    }
    return text
  }

  private static func megabytes(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "0" }
    let tenths = Int(status.st_size) / 100_000
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}
