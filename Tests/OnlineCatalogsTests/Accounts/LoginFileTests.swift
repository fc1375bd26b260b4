import Foundation
import TestSupport
import Testing

@testable import MovieCore
@testable import OnlineCatalogs

/// `sessions.json` with one process and with several.
@Suite(.timeLimit(.minutes(20)))
struct LoginFileTests {
  private let upstream: TMDBUpstream
  private let machine: Machine
  private var path: String { machine.folder.file("sessions.json") }

  init() throws {
    upstream = try TMDBUpstream(.tmdb)
    machine = try Machine(upstream)
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `only the owner can read the file, and it contains no key`() async throws {
    try await machine.logIn()
    #expect(try permissions(path) == 0o600)
    #expect(try text().contains(try #require(machine.account.sessionID)))
    #expect(try !text().contains(Machine.key))
    let names = try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
    #expect(!names.contains { $0.contains("new") })
  }

  @Test func `the file is private from the first moment, whatever the umask`() async throws {
    let before = umask(0)
    defer { umask(before) }
    let file = LoginFile(folder: machine.folder.path, catalog: "tmdb", keyFingerprint: "f")
    try await file.write(LoginFile.Login(sessionID: "s", user: AccountState.User(id: "1", name: "n")))
    #expect(try permissions(path) == 0o600)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660])
  func `a file that others can read is not used until the next login`(mode: Int) async throws {
    try await machine.logIn()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    #expect(machine.account.state == AccountState())
    let error = await failure { try await machine.account.rate(movie(550).id, 5) }
    #expect(error?.reason == .notLoggedIn)
    #expect(error?.detail?.contains("can be read by others") == true)
    #expect(try permissions(path) == mode)
    try await machine.logIn()
    #expect(try permissions(path) == 0o600)
    try await machine.account.rate(movie(550).id, 5)
  }

  @Test(arguments: ["", "{", "[]", "null", "{\"tmdb\":1}", "{\"tmdb\":{\"session\":5}}", "\u{0}\u{1}"])
  func `a damaged file counts as no login and is not changed until the next one`(damaged: String) async throws {
    try await machine.logIn()
    try Data(damaged.utf8).write(to: URL(filePath: path))
    #expect(machine.account.state == AccountState())
    #expect(try await machine.account.logout() == AccountState())
    #expect(try text() == damaged)
    #expect(try await machine.logIn().user?.id == "548")
  }

  @Test func `a user id that is not a number is rejected`() async throws {
    try await machine.logIn()
    let changed = try text().replacing("\"548\"", with: "\"../548\"")
    try Data(changed.utf8).write(to: URL(filePath: path))
    #expect(machine.account.state == AccountState())
  }

  @Test func `a link or a folder of the file's name does no harm`() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(machine.account.state == AccountState())
    #expect(await failure { try await machine.logIn() }?.reason == .storageFailed)
    try FileManager.default.removeItem(atPath: path)
    let elsewhere = machine.folder.file("elsewhere")
    try Data("{}".utf8).write(to: URL(filePath: elsewhere))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    try await machine.logIn()
    #expect(try Data(contentsOf: URL(filePath: elsewhere)) == Data("{}".utf8))
  }

  @Test func `a login is not valid for another key`() async throws {
    try await machine.logIn()
    let other = try Machine(upstream, folder: machine.folder, key: Machine.otherKey)
    #expect(other.account.state == AccountState())
  }

  @Test func `the logins of other catalogs are preserved`() async throws {
    let other = LoginFile(folder: machine.folder.path, catalog: "other", keyFingerprint: "f")
    let login = LoginFile.Login(sessionID: "s", user: AccountState.User(id: "1", name: "n"))
    try await other.write(login)
    try await machine.logIn()
    _ = try await machine.account.logout()
    #expect(other.read().login == login)
  }

  // MARK: Several processes

  @Test func `a login fails in time, and may be tried again, while a stopped process holds the lock`() async throws {
    let descriptor = open(machine.folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    let error = await failure { try await machine.logIn() }
    #expect(error?.reason == .storageFailed)
    #expect(error?.isRetryable == true)
    flock(descriptor, LOCK_UN)
    #expect(try await machine.logIn().user?.id == "548")
  }

  @Test func `each change is reported once, in its own process before the call returns, and in the other process`()
    async throws
  {
    let other = try Machine(upstream, folder: machine.folder)
    machine.session.prepare()
    other.session.prepare()
    for round in 1...3 {
      try await machine.logIn()
      #expect(machine.told.count == 2 * round - 1)
      try await other.events.wait { Machine.told($0).count == 2 * round - 1 }
      #expect(other.account.state.user?.name == "moviegoer")
      _ = try await other.session.logout(try other.session.account(nil))
      #expect(other.told.count == 2 * round)
      try await machine.events.wait { Machine.told($0).count == 2 * round }
      #expect(machine.account.state == AccountState())
    }
    let expected = ["moviegoer", nil, "moviegoer", nil, "moviegoer", nil]
    #expect((machine.told, other.told) == (expected, expected))
  }

  @Test func `another login of the same user is not a change`() async throws {
    machine.session.prepare()
    try await machine.logIn()
    try await machine.logIn()
    #expect(machine.told == ["moviegoer"])
  }

  @Test func `changes are still reported after the folder was replaced`() async throws {
    machine.session.prepare()
    try FileManager.default.removeItem(atPath: machine.folder.path)
    try await machine.logIn()
    #expect(machine.told == ["moviegoer"])
    let other = try Machine(upstream, folder: machine.folder)
    _ = try await other.account.logout()
    try await machine.events.wait { Machine.told($0) == ["moviegoer", nil] }
  }

  @Test func `changes are still reported after another folder immediately replaced the first`() async throws {
    let other = try Machine(upstream, folder: machine.folder)
    machine.session.prepare()
    try FileManager.default.removeItem(atPath: machine.folder.path)
    // File systems reuse the inode of the removed folder. The account itself may create the folder.
    try FileManager.default.createDirectory(atPath: machine.folder.path, withIntermediateDirectories: true)
    try await other.logIn()
    try await machine.events.wait { Machine.told($0) == ["moviegoer"] }
    _ = try await other.account.logout()
    try await machine.events.wait { Machine.told($0) == ["moviegoer", nil] }
  }

  @Test func `changes are still reported after the folder was removed and another process created it again`()
    async throws
  {
    let other = try Machine(upstream, folder: machine.folder)
    machine.session.prepare()
    try FileManager.default.removeItem(atPath: machine.folder.path)
    try await other.logIn()
    try await machine.events.wait { Machine.told($0) == ["moviegoer"] }
  }

  @Test func `concurrent writers leave a complete file`() async throws {
    let folder = machine.folder.path
    await withTaskGroup { group in
      for number in 0..<32 {
        group.addTask {
          let file = LoginFile(folder: folder, catalog: "catalog\(number)", keyFingerprint: "f")
          try? await file.write(LoginFile.Login(sessionID: "s\(number)", user: AccountState.User(id: "1", name: "n")))
        }
      }
    }
    for number in 0..<32 {
      let file = LoginFile(folder: folder, catalog: "catalog\(number)", keyFingerprint: "f")
      #expect(file.read().login?.sessionID == "s\(number)")
    }
  }
}
