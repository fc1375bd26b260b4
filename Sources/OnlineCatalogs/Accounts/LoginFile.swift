import OperatingSystem

/// The file of the logins of all processes, which only its owner can read. A login is valid for one catalog and one API
/// key. A file that is damaged, or that others can read, counts as no login until the next one.
final class LoginFile: Sendable {
  struct Login: Hashable, Sendable {
    var sessionID: String
    var user: AccountState.User
  }

  struct Reading: Sendable {
    var login: Login?
    /// The reason why the file is not used; nil if it is used or does not exist.
    var rejection: String?
  }

  static let name = "sessions.json"

  let folder: String
  private let file: PrivateJSONFile
  private let catalog: String
  private let keyFingerprint: String
  /// The last reading, with the file's stamp from just before it.
  private let cache = Mutex<(stamp: FileStamp, reading: Reading)?>(nil)

  init(folder: String, catalog: String, keyFingerprint: String) {
    self.folder = folder
    file = PrivateJSONFile(folder: folder, name: Self.name)
    (self.catalog, self.keyFingerprint) = (catalog, keyFingerprint)
  }

  /// Returns the current login; costs one `stat` if the file has not changed.
  func read() -> Reading {
    guard let stamp = file.stamp else { return Reading() }
    return cache.withLock { cache in
      if let cache, cache.stamp == stamp { return cache.reading }
      let reading = reading(of: file.read())
      cache = (stamp, reading)
      return reading
    }
  }

  func write(_ login: Login) async throws(MovieError) {
    try await update { [self] members in
      members.removeAll { $0.name == catalog }
      members.append(JSON.Member(catalog, json(login)))
      return true
    }
  }

  func remove(_ sessionID: String) async throws(MovieError) {
    try await update { [catalog] members in
      guard let index = members.firstIndex(where: { $0.name == catalog && $0.value["session"]?.string == sessionID })
      else { return false }
      members.remove(at: index)
      return true
    }
  }

  private func update(_ body: @escaping @Sendable (inout [JSON.Member]) -> Bool) async throws(MovieError) {
    do {
      try await file.updateOnThread { contents in
        var members: [JSON.Member] = if case .members(let members) = contents { members } else { [] }
        return body(&members) ? members : nil
      }
    } catch {
      var failure = MovieError(
        .storageFailed, "The login could not be written to \(file.path).", catalog: catalog, detail: error.description)
      failure.isRetryable = error.isTimeout
      throw failure
    }
  }

  private func reading(of contents: PrivateJSONFile.Contents) -> Reading {
    let members: [JSON.Member]
    switch contents {
    case .rejected(let reason): return Reading(rejection: "\(file.path) \(reason), and is not used. Log in again.")
    case .damaged: return Reading(rejection: "\(file.path) is damaged. Log in again.")
    case .members(let all): members = all
    }
    guard let entry = members.last(where: { $0.name == catalog })?.value, entry["key"]?.string == keyFingerprint,
      let sessionID = entry["session"]?.string, let id = entry["user"]?["id"]?.string,
      // The id becomes part of URL paths.
      !id.isEmpty, id.utf8.allSatisfy({ $0.isASCIIDigit }), let name = entry["user"]?["name"]?.string
    else { return Reading() }
    return Reading(login: Login(sessionID: sessionID, user: AccountState.User(id: id, name: name)))
  }

  private func json(_ login: Login) -> JSON {
    [
      "key": .string(keyFingerprint), "session": .string(login.sessionID),
      "user": ["id": .string(login.user.id), "name": .string(login.user.name)],
    ]
  }
}
