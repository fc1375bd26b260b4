import Foundation
import JSON
import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// What this computer and an account have in common, stored with the favorites.
@Suite(.timeLimit(.minutes(20)))
struct SyncBaseTests {
  private let folder = TemporaryFolder()
  private let account = SyncedAccount(catalog: "test", user: "548")

  private func base(_ open: OpenStore) async throws -> Set<String> {
    Set(try await open.store.syncBase(of: account).uncancellableValue().values.keys.map(\.native))
  }

  // MARK: Transactions

  @Test func `a star that matches the account is in the base together with the star, and an unstar is not`()
    async throws
  {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    let agreed = SyncStatus.agreed(account, epoch: epoch)
    for title in ["A", "B"] { _ = try await open.store.star(movie(title), agreed).uncancellableValue() }
    #expect(try await base(open) == ["A", "B"])
    _ = try await open.store.unstar(movie("A").id, agreed).uncancellableValue()
    #expect(try await base(open) == ["B"])
  }

  @Test func `after a change by the user the base differs from the star, so that a merge finds the change`()
    async throws
  {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    _ = try await open.store.star(movie("A"), .agreed(account, epoch: epoch)).uncancellableValue()
    _ = try await open.store.unstar(movie("A").id, .pending([account])).uncancellableValue()
    #expect(try await base(open) == ["A"])
    _ = try await open.store.star(movie("A"), .pending([account])).uncancellableValue()
    #expect(try await base(open) == [])
    _ = try await open.store.star(movie("B"), .pending([account])).uncancellableValue()
    #expect(try await base(open) == [])
    _ = try await open.store.unstar(movie("B").id, .pending([account])).uncancellableValue()
    #expect(try await base(open) == ["B"])
  }

  @Test func `a request that changes nothing leaves the base alone`() async throws {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    _ = try await open.store.star(movie("A"), .agreed(account, epoch: epoch)).uncancellableValue()
    _ = try await open.store.star(movie("A"), .pending([account])).uncancellableValue()
    _ = try await open.store.unstar(movie("B").id, .pending([account])).uncancellableValue()
    #expect(try await base(open) == ["A"])
  }

  @Test func `when the base cannot be written the star is not made either`() async throws {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    // A trigger stands in for a full disk: it fails every insert with an SQLite error.
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    try database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON synced_value BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    let star = open.store.star(movie("A"), .agreed(account, epoch: epoch))
    #expect(await failure(star)?.reason == .storageFailed)
    #expect(try await open.titles() == [])
    #expect(open.changes.value.isEmpty)
  }

  @Test func `each account has a base of its own, and another epoch's agreement is not recorded`() async throws {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    let other = SyncedAccount(catalog: "test", user: "549")
    try await open.store.updateSyncBase(of: other, epoch: epoch, [movie("A").id: 1])
      .uncancellableValue()
    try await open.store.updateSyncBase(of: account, epoch: "another", [movie("A").id: 1])
      .uncancellableValue()
    _ = try await open.store.star(movie("B"), .agreed(account, epoch: "another")).uncancellableValue()
    #expect(try await base(open) == [])
    #expect(try await open.titles() == ["B"])
    #expect(try await open.store.syncBase(of: other).uncancellableValue().values == [movie("A").id: 1])
  }

  @Test func `the base survives closing and is the same for other processes`() async throws {
    let first = OpenStore(folder.path)
    let second = OpenStore(folder.path)
    let epoch = try await first.state().epoch
    _ = try await first.store.star(movie("A"), .agreed(account, epoch: epoch)).uncancellableValue()
    #expect(try await base(second) == ["A"])
    first.close()
    second.close()
    let third = OpenStore(folder.path)
    #expect(try await base(third) == ["A"])
  }

  // MARK: Files of earlier versions

  private var oldBase: String { folder.file("synced-favorites-test-548.json") }

  /// A database of the first schema version with these favorites, and the base in a JSON file as it was then.
  /// - Returns: the database's epoch.
  @discardableResult
  private func makeOldFiles(_ titles: [String], base: [String], epoch: String? = nil) throws -> String {
    let file = try OldFavoritesFile(folder.file(LibraryStore.fileName), version: 1)
    for title in titles { try file.star(movie(title)) }
    let ids = base.map { "\"\($0)\"" }.joined(separator: ",")
    let own = try file.epoch
    try write("{\"epoch\":\"\(epoch ?? own)\",\"ids\":[\(ids)]}", to: oldBase)
    #expect(chmod(oldBase, 0o600) == 0)
    return own
  }

  private var hasOldBase: Bool { FileManager.default.fileExists(atPath: oldBase) }

  @Test func `the JSON file of an earlier version is imported once and then removed`() async throws {
    let epoch = try makeOldFiles(["A", "B"], base: ["A", "C"])
    let open = OpenStore(folder.path)
    #expect(try await open.titles() == ["A", "B"])
    #expect(hasOldBase)
    let imported = try await open.store.syncBase(of: account).uncancellableValue()
    #expect(imported.epoch == epoch)
    #expect(Set(imported.values.keys.map(\.native)) == ["A", "C"])
    #expect(!hasOldBase)

    // A process that ended between the import and the removal has left it there; it is out of date by now.
    _ = try await open.store.unstar(movie("A").id, .agreed(account, epoch: epoch)).uncancellableValue()
    try write("{\"epoch\":\"\(epoch)\",\"ids\":[\"A\"]}", to: oldBase)
    #expect(try await base(open) == ["C"])
    open.close()
    let next = OpenStore(folder.path)
    #expect(try await base(next) == ["C"])
  }

  @Test func `a star before the first synchronization imports the file too`() async throws {
    try makeOldFiles([], base: ["A", "B"])
    let open = OpenStore(folder.path)
    _ = try await open.store.star(movie("A"), .pending([account])).uncancellableValue()
    #expect(!hasOldBase)
    #expect(try await base(open) == ["B"])
  }

  @Test func `an import that is rolled back leaves the file for the next attempt`() async throws {
    try makeOldFiles(["A"], base: ["A"])
    let open = OpenStore(folder.path)
    await open.store.opened()
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    try database.execute("CREATE TRIGGER full BEFORE INSERT ON synced_value BEGIN SELECT RAISE(ABORT, 'full'); END")
    #expect(await failure(open.store.syncBase(of: account))?.reason == .storageFailed)
    #expect(hasOldBase)
    try database.execute("DROP TRIGGER full")
    #expect(try await base(open) == ["A"])
    #expect(!hasOldBase)
  }

  @Test func `a file of another epoch counts as an empty base`() async throws {
    try makeOldFiles(["A"], base: ["A"], epoch: "0123456789abcdef")
    let open = OpenStore(folder.path)
    #expect(try await base(open) == [])
    #expect(!hasOldBase)
  }

  @Test(arguments: ["", "{", "[]", "{\"epoch\":1}", "\u{0}"])
  func `a damaged file counts as an empty base`(text: String) async throws {
    try makeOldFiles(["A"], base: ["A"])
    try write(text, to: oldBase)
    let open = OpenStore(folder.path)
    #expect(try await base(open) == [])
    #expect(try await open.titles() == ["A"])
  }
}
