import MovieCore
import SQLite
import TestSupport

@testable import LibraryStore

/// A favorites file as an earlier version of the program has written it.
struct OldFavoritesFile {
  let database: Database

  /// Creates the file.
  ///
  /// - Parameter version: of the schema, at least 1 and not the newest.
  init(_ path: String, version: Int) throws {
    database = try Database(.file(path))
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("BEGIN")
    for step in Schema.migrations.prefix(version) { try database.execute(step) }
    try database.execute("PRAGMA user_version = \(version)")
    try database.execute("PRAGMA application_id = \(Schema.applicationID)")
    try database.execute("COMMIT")
  }

  var epoch: String { get throws { try database.first("SELECT epoch FROM state") { $0.text(0) } ?? "" } }

  /// - Parameter data: replaces the movie's JSON.
  func star(_ movie: Movie, at time: Int = 1, data: String? = nil) throws {
    try database.execute("UPDATE state SET revision = revision + 1")
    let revision = try database.first("SELECT revision FROM state") { $0.int(0) } ?? 0
    try database.run(
      """
      INSERT INTO favorite (id, movie, starred_at, added, changed, title_key, search_key) VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(movie.id.description),
      .text(data ?? movie.jsonText), .integer(time), .integer(revision), .integer(revision),
      .text(TextFolding.fold(movie.title)), .text(TextFolding.fold(movie.title)))
  }
}
