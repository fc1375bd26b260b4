import JSON
import MovieCore
import OperatingSystem
import Platform
import SQLite

/// The bases for synchronizing with accounts. Every method must be called inside a transaction.
extension LibraryFile {
  func syncBase(of account: SyncedAccount) throws -> SyncBase {
    try importSyncBase(of: account)
    let ids = try database.all("SELECT id FROM sync_base WHERE account = ?", .text(account.key)) {
      MovieID($0.text(0))
    }
    return SyncBase(epoch: state.epoch, ids: Set(ids.compactMap(\.self)))
  }

  func updateSyncBase(of account: SyncedAccount, epoch: String, _ ids: Set<MovieID>, isFavorite: Bool) throws {
    guard epoch == state.epoch else { return }
    try updateSyncBase(of: account, ids, isFavorite: isFavorite)
  }

  /// Records how a change relates to an account. After a pending change the base must differ from the list, so
  /// that the next merge finds the change; after an agreement it must match.
  func record(_ sync: SyncStatus?, _ outcome: MarkOutcome) throws {
    switch sync {
    case nil: return
    case .pending(let accounts):
      for account in accounts {
        let isOn = account.list.has(outcome.mark)
        guard account.list.has(outcome.previous) != isOn else { continue }
        try updateSyncBase(of: account, outcome.ids(in: account.catalog), isFavorite: !isOn)
      }
    case .agreed(let account, let epoch):
      let isOn = account.list.has(outcome.mark)
      try updateSyncBase(of: account, epoch: epoch, outcome.ids(in: account.catalog), isFavorite: isOn)
    }
  }

  private func updateSyncBase(of account: SyncedAccount, _ ids: Set<MovieID>, isFavorite: Bool) throws {
    try importSyncBase(of: account)
    let statement =
      isFavorite
      ? "INSERT OR IGNORE INTO sync_base VALUES (?, ?)" : "DELETE FROM sync_base WHERE account = ? AND id = ?"
    for id in ids { try database.run(statement, .text(account.key), .text(id.description)) }
  }

  /// Imports the base from the JSON file in which versions before schema 2 stored it, once for each account.
  private func importSyncBase(of account: SyncedAccount) throws {
    try database.run("INSERT OR IGNORE INTO synced_account VALUES (?)", .text(account.key))
    guard database.changes > 0, account.list == .favorites else { return }
    let file = PrivateJSONFile(folder: directory, name: "synced-favorites-\(account.catalog)-\(account.user).json")
    // The user's id becomes part of a path.
    guard account.user.utf8.allSatisfy(\.isASCIIDigit), file.stamp != nil else { return }
    importedFiles.append(file.path)
    // A damaged file, or one of another epoch, counted as an empty base then too.
    guard case .members(let members) = file.read(), JSON.object(members)["epoch"]?.string == state.epoch,
      let ids = JSON.object(members)["ids"]?.array
    else { return }
    for native in ids.compactMap(\.string) {
      let id = MovieID(catalog: account.catalog, native: native)
      try database.run("INSERT OR IGNORE INTO sync_base VALUES (?, ?)", .text(account.key), .text(id.description))
    }
  }
}

extension MarkOutcome {
  fileprivate func ids(in catalog: String) -> Set<MovieID> { Set(ids.filter { $0.catalog == catalog }) }
}

extension SyncedAccount {
  /// Identifies the account in the file.
  fileprivate var key: String { "\(catalog):\(user)" + (list == .favorites ? "" : "/\(list.rawValue)") }
}
