import Foundation
import LibraryStore
import MovieCore
import TestSupport
import Testing

/// Several machines, each with its own folder, that exchange fields in any order.
@Suite(.timeLimit(.minutes(20)))
struct ReplicationTests {
  @Test func `what another machine has changed is told as remote, and read by position`() async throws {
    let folders = [TemporaryFolder(), TemporaryFolder()]
    let one = OpenStore(folders[0].path)
    let other = OpenStore(folders[1].path)
    let changes = Observed<[LibraryChange]>([])
    other.store.observeLibrary { change in changes.change { $0.append(change) } }
    var edit = MarkEdit(starred: true)
    edit.note = .set("Note")
    _ = try await one.store.mark(movie("A"), edit, nil).uncancellableValue()
    let (records, position) = try await one.store.fields(after: 0, limit: 100).uncancellableValue()
    #expect(Set(records.map(\.field)) == ["starred", "note"])
    #expect(try await one.store.fields(after: position, limit: 100).uncancellableValue().records.isEmpty)
    let films = try await one.store.films(after: 0, limit: 100).uncancellableValue().films
    #expect(try await other.store.merge(records, films).uncancellableValue().isEmpty)
    #expect(changes.value.map(\.origin) == [.remote])
    #expect(changes.value.first?.changed.map(\.movie) == [movie("A")])
    #expect(other.changes.value.map(\.origin) == [.remote])
    #expect(other.changes.value.first?.added.map(\.movie) == [movie("A")])
    #expect(try await other.titles() == ["A"])
    // One revision for all of it.
    #expect(try await other.store.libraryState().uncancellableValue().revision == 1)
  }

  @Test func `a clock that is more than an hour ahead is refused and changes nothing`() async throws {
    let folder = TemporaryFolder()
    let open = OpenStore(folder.path) { 1_000 }
    let register = FieldRegister(
      value: "1", clock: HybridClock.time(1_001 + HybridClock.tolerance), device: "year 3000")
    let record = FieldRecord(film: FilmKey(movie("A").id), field: "starred", register: register)
    #expect(try await open.store.merge([record], []).uncancellableValue() == [record])
    #expect(try await open.state().revision == 0)
  }

  @Test func `a copy of a folder is another device, and a folder that was moved is not`() async throws {
    let folder = TemporaryFolder()
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let device = try await open.store.device().uncancellableValue()
    open.close()
    let moved = TemporaryFolder()
    let copied = TemporaryFolder()
    try contents(folder.file(LibraryStore.fileName)).write(to: .init(filePath: copied.file(LibraryStore.fileName)))
    #expect(rename(folder.file(LibraryStore.fileName), moved.file(LibraryStore.fileName)) == 0)
    #expect(try await OpenStore(moved.path).store.device().uncancellableValue() == device)
    let copy = OpenStore(copied.path)
    #expect(try await copy.store.device().uncancellableValue() != device)
    #expect(try await copy.titles() == ["A"])
  }
}
