/// The library as one JSON document, which loses nothing:
///
///     {"format": "movie-library", "version": 1, "entries": [{"movie": {…}, "ids": […], "starredAt": "…", …}]}
public enum LibraryDocument {
  /// The value of the member `format`.
  static let name = "movie-library"
  /// Grows when older programs would lose something.
  static let version = 1

  /// The document, with a line for each film.
  public static func bytes(_ entries: [LibraryEntry]) -> [UInt8] {
    var bytes = Array(#"{"format":"\#(name)","version":\#(version),"entries":["#.utf8)
    for (index, entry) in entries.enumerated() {
      bytes += (index == 0 ? "\n" : ",\n").utf8
      var writer = JSONWriter()
      write(entry, to: &writer)
      bytes += writer.bytes
    }
    return bytes + "\n]}\n".utf8
  }

  private static func write(_ entry: LibraryEntry, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("movie", entry.movie)
      object.member("ids", entry.ids.map(\.description))
      object.member("starredAt", entry.starredAt.map(LibraryRow.time))
      object.member("watchlistedAt", entry.watchlistedAt.map(LibraryRow.time))
      object.member("rating", entry.ratingTenths.map { Double($0) / 10 })
      object.member("note", entry.note)
      object.member("tags", entry.tags)
      object.name("viewings")
      object.array { array in
        for viewing in entry.viewings {
          array.object { object in
            object.member("viewing", viewing.id)
            object.member("date", viewing.date)
            object.member("rating", viewing.rating)
            object.member("note", viewing.note)
            if viewing.isRewatch { object.member("rewatch", true) }
          }
        }
      }
    }
  }
}

extension Document {
  /// - Throws: `newerVersion` if it is a document of a newer version of this program.
  func requireKnownVersion() throws(LibraryFileError) {
    if let version = json["version"]?.int, version > LibraryDocument.version { throw .newerVersion(version) }
  }

  /// The rows of a document of this program; `line` is the position of the entry.
  var ownRows: [LibraryRow] { (json["entries"]?.array ?? []).enumerated().flatMap { rows(of: $1, at: $0 + 1) } }

  private func rows(of entry: JSON, at line: Int) -> [LibraryRow] {
    var row = row(line)
    row.movie = try? Movie(json: entry["movie"] ?? .null, path: "movie")
    if let movie = row.movie { row.name(movie, ids: []) }
    let ids = (entry["ids"]?.array ?? []).map(\.text).filter { $0 != row[.ids] }
    row[.ids] = ([row[.ids]] + ids).joined(separator: " ")
    let film = row
    func copy(_ members: [(String, LibraryColumn)], of json: JSON) {
      for (member, column) in members { row[column] = json[member]?.text ?? "" }
    }
    copy(
      [("starredAt", .starredAt), ("watchlistedAt", .watchlistedAt), ("rating", .rating), ("note", .note)], of: entry)
    row[.tags] = CSV.record((entry["tags"]?.array ?? []).map(\.text))
    var rows = [row]
    for viewing in entry["viewings"]?.array ?? [] {
      row = film
      copy([("viewing", .viewing), ("date", .date), ("rating", .viewingRating), ("note", .viewingNote)], of: viewing)
      if viewing["rewatch"]?.bool == true { row[.rewatch] = "true" }
      rows.append(row)
    }
    return rows
  }
}
