import Foundation
import MovieCore
import TestSupport
import Testing

@testable import LibraryFormats

struct NotesDiaryTests {
  @Test func `reads the viewings of a diary, and names the lines without a film`() throws {
    let text = """
      # 2024
      - 2024-05-01 Oldboy (2003) ★★★½ (rewatch)
      - 2024-05-02 tmdb:670
      - 2024-05-03 something on television
      - Ran (1985)
      """
    let file = LibraryInput.File(name: "diary.md", bytes: Array(text.utf8))
    let read = try LibraryFile(LibraryInput(files: [file], path: "diary.md"))
    #expect(read.format == .notes)
    #expect(read.rowCount == 3)
    #expect(read.rows.map(\.line) == [2, 3, 4])
    #expect(read.rows.map { $0[.title] } == ["Oldboy", "", ""])
    #expect(read.rows.map { $0[.ids] } == ["", "tmdb:670", ""])
    #expect(read.rows.map { $0[.date] } == ["2024-05-01", "2024-05-02", "2024-05-03"])
    #expect(read.rows.map { $0[.viewingRating] } == ["7.0", "", ""])
    #expect(read.rows.map { $0[.rating] } == ["7.0", "", ""])
    #expect(read.rows.map { $0[.rewatch] } == ["true", "", ""])
    #expect(throws: LibraryRow.Malformed.self) { try read.rows[2].content() }
  }

  @Test func `of a folder, all notes are one diary if that is the format`() throws {
    let folder = TemporaryFolder()
    mkdir(folder.file("journal"), 0o700)
    for (name, text) in [
      ("2024.md", "- 2024-05-01 Oldboy (2003)\n"), ("journal/2025.org", "- 2025-05-01 Ran (1985)\n"),
      ("watched.csv", "Title,Year\nOkja,2017\n"),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name))) }
    let read = try LibraryFile(LibraryInput(path: folder.path, format: .notes), format: .notes)
    #expect(read.rows.map { $0[.title] } == ["Oldboy", "Ran"])
    #expect(throws: LibraryFileError.self) { try LibraryFile(LibraryInput(path: folder.path), format: .notes) }
  }
}
