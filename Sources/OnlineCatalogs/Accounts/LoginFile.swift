import Concurrency
import JSON
import MovieCore
import OperatingSystem
import Platform

/// Where the logins of this machine's user are kept, for all processes on the same data folder: `sessions.json`, which
/// only its owner can read.
///
/// A login is one catalog's and belongs to the key it was made with: another key forgets it. What is damaged, or open
/// to others, counts as no login and is left as it is until the next one.
final class LoginFile: Sendable {
  struct Login: Hashable, Sendable {
    /// A secret.
    var sessionID: String
    var user: AccountState.User
  }

  struct Reading: Sendable {
    var login: Login?
    /// Why the file is not used.
    var refusal: String?
  }

  static let name = "sessions.json"

  private let file: PrivateJSONFile
  private let catalog: String
  private let keyFingerprint: String
  /// What was read last, with the stamp the file had just before.
  private let cache = Mutex<(stamp: FileStamp, reading: Reading)?>(nil)

  init(folder: String, catalog: String, keyFingerprint: String) {
    file = PrivateJSONFile(folder: folder, name: Self.name)
    self.catalog = catalog
    self.keyFingerprint = keyFingerprint
  }

  /// What the file has at this moment; costs one `stat` where nobody has written it.
  func read() -> Reading {
    guard let stamp = file.stamp else { return Reading() }
    return cache.withLock { cache in
      if let cache, cache.stamp == stamp { return cache.reading }
      let reading = reading(of: file.read())
      cache = (stamp, reading)
      return reading
    }
  }

  func write(_ login: Login) throws(MovieError) {
    try update { members in
      members.removeAll { $0.name == catalog }
      members.append(JSON.Member(catalog, json(login)))
      return true
    }
  }

  /// Removes the login, if the file still has that session.
  func remove(_ sessionID: String) throws(MovieError) {
    try update { members in
      guard let index = members.firstIndex(where: { $0.name == catalog && $0.value["session"]?.string == sessionID })
      else { return false }
      members.remove(at: index)
      return true
    }
  }

  /// - Parameter body: says whether it has changed anything.
  private func update(_ body: (inout [JSON.Member]) -> Bool) throws(MovieError) {
    do {
      try file.update { contents in
        var members: [JSON.Member] = if case .members(let members) = contents { members } else { [] }
        return body(&members) ? members : nil
      }
    } catch {
      throw MovieError(
        .storageFailed, "The login could not be written to \(file.path).", catalog: catalog, detail: error.description)
    }
  }

  private func reading(of contents: PrivateJSONFile.Contents) -> Reading {
    let members: [JSON.Member]
    switch contents {
    case .rejected(let reason): return Reading(refusal: "\(file.path) \(reason), and is not used. Log in again.")
    case .damaged: return Reading(refusal: "\(file.path) is damaged. Log in again.")
    case .members(let all): members = all
    }
    guard let entry = members.last(where: { $0.name == catalog })?.value, entry["key"]?.string == keyFingerprint,
      let sessionID = entry["session"]?.string, let id = entry["user"]?["id"]?.string,
      // It becomes a part of paths.
      !id.isEmpty, id.utf8.allSatisfy({ $0.isASCIIDigit }),
      let name = entry["user"]?["name"]?.string
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
