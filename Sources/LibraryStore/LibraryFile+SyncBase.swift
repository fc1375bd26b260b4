import OperatingSystem

/// The bases for synchronizing with accounts. Every method must be called inside a transaction.
extension LibraryFile {
  func syncBase(of account: SyncedAccount) throws -> SyncBase {
    try importSyncBase(of: account)
    let values = try database.all("SELECT id, value FROM synced_value WHERE account = ?", .text(account.key)) { row in
      MovieID(row.text(0)).map { ($0, row.int(1)) }
    }
    return SyncBase(epoch: state.epoch, values: Dictionary(values) { $1 })
  }

  func updateSyncBase(of account: SyncedAccount, epoch: String, _ values: [MovieID: Int?]) throws {
    guard epoch == state.epoch else { return }
    try updateSyncBase(of: account, values)
  }

  /// Records how a change relates to an account. After a pending change the base must differ from the list, so
  /// that the next merge finds the change; after an agreement it must match.
  func record(_ sync: SyncStatus?, _ outcome: MarkOutcome) throws {
    switch sync {
    case nil: return
    case .pending(let accounts):
      for account in accounts {
        let previous = account.list.value(outcome.previous)
        guard previous != account.list.value(outcome.mark) else { continue }
        try updateSyncBase(of: account, outcome.values(previous, in: account.catalog))
      }
    case .agreed(let account, let epoch):
      let value = account.list.value(outcome.mark)
      try updateSyncBase(of: account, epoch: epoch, outcome.values(value, in: account.catalog))
    }
  }

  private func updateSyncBase(of account: SyncedAccount, _ values: [MovieID: Int?]) throws {
    try importSyncBase(of: account)
    for (id, value) in values {
      let (account, id) = (Value.text(account.key), Value.text(id.description))
      if let value {
        try database.run("INSERT OR REPLACE INTO synced_value VALUES (?, ?, ?)", account, id, .integer(value))
      } else {
        try database.run("DELETE FROM synced_value WHERE account = ? AND id = ?", account, id)
      }
    }
  }

  /// Imports the base from the JSON file in which versions before schema 2 stored it, once for each account.
  private func importSyncBase(of account: SyncedAccount) throws {
    try database.run("INSERT OR IGNORE INTO synced_account VALUES (?)", .text(account.key))
    guard database.changes > 0, account.list == .favorites else { return }
    let file = PrivateJSONFile(
      folder: context.directory, name: "synced-favorites-\(account.catalog)-\(account.user).json")
    // The user's id becomes part of a path.
    guard account.user.utf8.allSatisfy(\.isASCIIDigit), file.stamp != nil else { return }
    importedFiles.append(file.path)
    // A damaged file, or one of another epoch, counted as an empty base then too.
    guard case .members(let members) = file.read(), JSON.object(members)["epoch"]?.string == state.epoch,
      let ids = JSON.object(members)["ids"]?.array
    else { return }
    for native in ids.compactMap(\.string) {
      let id = MovieID(catalog: account.catalog, native: native)
      try database.run("INSERT OR IGNORE INTO synced_value VALUES (?, ?, 1)", .text(account.key), .text(id.description))
    }
  }
}

extension MarkOutcome {
  fileprivate func values(_ value: Int?, in catalog: String) -> [MovieID: Int?] {
    Dictionary(ids.filter { $0.catalog == catalog }.map { ($0, value) }) { $1 }
  }
}

extension SyncedAccount {
  /// Identifies the account in the file.
  fileprivate var key: String { "\(catalog):\(user)" + (list == .favorites ? "" : "/\(list.rawValue)") }
}
