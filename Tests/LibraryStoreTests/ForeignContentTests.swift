import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

/// Files with our schema whose contents this program would not write.
@Suite(.timeLimit(.minutes(20)))
struct ForeignContentTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  /// Makes a file with three favorites and changes it.
  private func makeFile(_ change: String) async throws {
    let maker = OpenStore(folder.path)
    for title in ["A", "B", "C"] { try await maker.star(movie(title)) }
    maker.close()
    try Database(.file(path)).execute(change)
  }

  @Test(arguments: [
    "UPDATE state SET revision = 9223372036854775807", "UPDATE state SET revision = -9223372036854775808",
    "UPDATE state SET revision = -1", "UPDATE state SET oldest = 9223372036854775807",
    "UPDATE state SET oldest = -1", "UPDATE state SET epoch = ''", "DELETE FROM state",
    "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
    "CREATE VIEW v AS SELECT * FROM entry", "CREATE TABLE other (x)", "DROP INDEX entry_changed",
    "ALTER TABLE entry ADD COLUMN extra TEXT",
  ])
  func `a file with an impossible state or another schema is refused and not changed`(change: String) async throws {
    try await makeFile(change)
    let before = try contents(path)
    let open = OpenStore(folder.path)
    #expect(await failure(open.store.star(movie("D")))?.message.contains("It was not changed") == true)
    #expect(await failure(open.store.state())?.isRetryable == false)
    #expect(!open.store.contains(movie("A").id))
    open.close()
    #expect(try contents(path) == before)
  }

  @Test func `the last possible revision is an error and not an overflow`() async throws {
    try await makeFile("UPDATE state SET revision = 9007199254740992")
    let open = OpenStore(folder.path)
    #expect(try await open.state().revision == 1 << 53)
    #expect(await failure(open.store.star(movie("D")))?.reason == .storageFailed)
    #expect(try await open.titles() == ["A", "B", "C"])
  }

  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func `a time at either end of the integers is read as a date`(time: Int) async throws {
    try await makeFile("UPDATE entry SET starred_at = \(time)")
    let open = OpenStore(folder.path)
    for item in try await open.list().items {
      let starredAt = Timestamp.iso8601(try #require(item.shown.mark.starredAt))
      #expect(starredAt.utf8.count == 24, "\(starredAt)")
    }
    #expect(try await open.difference(since: 0).added.count == 3)
  }

  @Test(arguments: [
    ("UPDATE film SET movie = 'x' WHERE key = 'test:B'", 3),
    ("DELETE FROM film WHERE key = 'test:B'", 3),
    ("UPDATE entry SET id = 'none' WHERE id = 'test:B'", 2),
  ])
  func `the total, the list and differences agree on rows that are damaged`(_ change: String, total: Int) async throws {
    try await makeFile(change)
    let open = OpenStore(folder.path)
    #expect(try await open.state().total == total)
    let page = try await open.list()
    #expect((page.items.count, page.state.total) == (total, total))
    let difference = try await open.difference(since: 0)
    #expect((difference.added.count, difference.state.total) == (total, total))
    let matches = try await open.list(text: "b")
    #expect(matches.state.total == matches.items.count)
    // The id is still known, so that a refresh can complete the movie.
    #expect(page.items.map(\.movie.id).contains(movie("B").id) == (total == 3))
    #expect(try await open.star(movie("D")).changed)
    #expect(try await open.state().total == total + 1)
  }
}
