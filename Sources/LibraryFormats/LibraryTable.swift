/// The library as CSV: a row for what is kept about a film beside its viewings, and one for each viewing.
public enum LibraryTable {
  /// The table with its header. It has everything but the films' data.
  public static func bytes(_ entries: [LibraryEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    CSV.append(LibraryColumn.allCases.map(\.rawValue), to: &bytes)
    for row in entries.lazy.flatMap(LibraryRow.rows) { CSV.append(LibraryColumn.allCases.map { row[$0] }, to: &bytes) }
    return bytes
  }

  /// A table of rows whose films are not found, each with the reason. A person can complete the ids and import it.
  public static func bytes(unmatched rows: [UnmatchedRow]) -> [UInt8] {
    var bytes: [UInt8] = []
    let columns = LibraryColumn.allCases.filter { $0 != .ids }
    CSV.append(columns.map(\.rawValue) + ["reason", "file", "line", "candidates"], to: &bytes)
    for unmatched in rows {
      let candidates = unmatched.candidates.map { movie in
        "\(movie.imdbId ?? movie.id.description) \(movie.title)" + (movie.year.map { " (\($0))" } ?? "")
      }
      let reasons = [unmatched.reason.rawValue, unmatched.row.file, String(unmatched.row.line)]
      CSV.append(columns.map { unmatched.row[$0] } + reasons + [candidates.joined(separator: "; ")], to: &bytes)
    }
    return bytes
  }
}

/// The CSV that Letterboxd imports.
public enum LetterboxdTable {
  private static let header = [
    "tmdbID", "imdbID", "Title", "Year", "Rating10", "WatchedDate", "Rewatch", "Tags", "Review",
  ]
  /// Letterboxd takes files of up to a megabyte.
  static let maximumBytes = 1_000_000

  /// The tables, each below a megabyte, and the numbers of films and viewings in them. Films that were neither viewed nor
  /// rated are left out: Letterboxd marks every film in such a file as watched.
  public static func files(_ library: [LibraryEntry]) -> (files: [[UInt8]], entries: Int, viewings: Int) {
    var head: [UInt8] = []
    CSV.append(header, to: &head)
    var (files, entries, viewings) = ([head], 0, 0)
    for entry in library where entry.ratingTenths != nil || !entry.viewings.isEmpty {
      entries += 1
      viewings += entry.viewings.count
      let views = entry.viewings.isEmpty ? [nil] : entry.viewings.map(Optional.some)
      for (index, viewing) in views.enumerated() {
        var line: [UInt8] = []
        CSV.append(row(entry, viewing, isFirst: index == 0), to: &line)
        if files[files.count - 1].count + line.count > maximumBytes { files.append(head) }
        files[files.count - 1] += line
      }
    }
    return (files, entries, viewings)
  }

  private static func row(_ entry: LibraryEntry, _ viewing: Viewing?, isFirst: Bool) -> [String] {
    let movie = entry.movie
    let tmdb = ([movie.id] + entry.ids).first { $0.catalog == "tmdb" }
    let review = viewing?.note ?? (isFirst ? entry.note : nil) ?? ""
    // Letterboxd has no half points of ten.
    let rating = (viewing?.ratingTenths ?? entry.ratingTenths).map { String(($0 + 5) / 10) }
    let tags = isFirst ? entry.tags.joined(separator: ", ") : ""
    return [
      tmdb?.native ?? "", movie.film?.description ?? "", movie.title, movie.year.map(String.init) ?? "", rating ?? "",
      viewing?.date ?? "", viewing?.isRewatch == true ? "true" : "", tags,
      // A review is HTML.
      review.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined(),
    ]
  }
}
