import MovieCore
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
    #expect(read.rows.map { $0[.rewatch] } == ["true", "", ""])
    #expect(throws: LibraryRow.Malformed.self) { try read.rows[2].content() }
  }
}
