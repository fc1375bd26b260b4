import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct CacheStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("responses") }
  private let now = 784_111_777

  private func store(limit: Int = 1 << 20) -> CacheStore {
    CacheStore(path: path, maximumBytes: limit, date: { [now] in now })
  }

  private func cached(_ text: String) -> CachedResponse {
    CachedResponse(
      response: HTTPResponse(status: 200, headers: [.init("etag", "\"a\"")], body: Array(text.utf8)), confirmedAt: now,
      freshUntil: now + 60)
  }

  private func file(_ key: String) -> String { "\(path)/\(CacheFolder.name(of: key, "response"))" }

  private func works(_ store: CacheStore) -> Bool {
    store.add(cached("one"), for: "key")
    return store.response(for: "key")?.response.text == "one"
  }

  @Test func `a stored response is found by another process`() throws {
    store().add(cached("one"), for: "key")
    let found = try #require(store().response(for: "key"))
    #expect(found.response.text == "one")
    #expect(found.response.headers == [.init("etag", "\"a\"")])
    #expect(found.response.status == 200)
    #expect(found.confirmedAt == now && found.freshUntil == now + 60)
    store().remove("key")
    #expect(store().response(for: "key") == nil)
  }

  @Test func `the oldest responses are removed first, and the limit holds`() async throws {
    let store = store(limit: 100_000)
    let body = String(repeating: "x", count: 10_000)
    for number in 0..<100 { store.add(cached(body), for: "key \(number)") }
    func size() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: path).count * 10_000 }
    // Another thread cleans.
    while try size() > 100_000 { await Task.yield() }
    #expect(store.response(for: "key 0") == nil)
    #expect(store.response(for: "key 99") != nil)
  }

  @Test func `a response larger than the limit is not stored, and displaces nothing`() {
    let store = store(limit: 1_000)
    store.add(cached("small"), for: "small")
    store.add(cached(String(repeating: "x", count: 2_000)), for: "large")
    #expect(store.response(for: "large") == nil)
    #expect(store.response(for: "small") != nil)
  }

  @Test(arguments: ["/proc/movie-server/cache", "/dev/null/cache"])
  func `without a folder nothing is stored and nothing fails`(path: String) {
    let store = CacheStore(path: path, maximumBytes: 1 << 20, date: { [now] in now })
    #expect(!works(store))
  }

  @Test func `a missing folder is created, and only the owner can read it`() throws {
    let old = umask(0o022)
    defer { umask(old) }
    let nested = folder.file("a/b")
    let store = CacheStore(path: nested, maximumBytes: 1 << 20, date: { [now] in now })
    #expect(works(store))
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: nested).first)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(nested) == 0o700)
    #expect(try mode("\(nested)/\(name)") == 0o600)
  }

  @Test(arguments: [-86_401, CachePolicy.maximumAge + 1])
  func `an expired response is not used, nor one of the future`(seconds: Int) {
    store().add(cached("one"), for: "key")
    let date = now + seconds
    let later = CacheStore(path: path, maximumBytes: 1 << 20, date: { date })
    #expect(later.response(for: "key") == nil)
  }

  @Test func `a file with any bytes changed, missing or added is not used, and is replaced`() throws {
    store().add(cached("one"), for: "key")
    let intact = try Data(contentsOf: URL(filePath: file("key")))
    var damaged = (0..<intact.count).map { intact.prefix($0) } + [intact + [0], Data(count: intact.count)]
    var random = SeededGenerator(seed: 3)
    for offset in intact.indices {
      var data = intact
      data[offset] ^= UInt8.random(in: 1...255, using: &random)
      damaged.append(data)
    }
    for data in damaged {
      try data.write(to: URL(filePath: file("key")))
      if let found = store().response(for: "key") {
        // The header may have changed, within its limits.
        #expect(found.response.text == "one" && found.freshUntil <= found.confirmedAt + CachePolicy.maximumLifetime)
      }
    }
    #expect(works(store()))
  }

  @Test(arguments: [
    "", "\n", "{}\n", "[1]\n", #"{"key":"key","confirmedAt":784111777,"freshUntil":9223372036854775807,"headers":[]}"#,
    #"{"key":"other","hash":-3750763034362895579,"confirmedAt":784111777,"freshUntil":784111777,"headers":[]}"# + "\n",
  ])
  func `other contents make no address unusable`(contents: String) throws {
    #expect(works(store()))
    try contents.write(toFile: file("key"), atomically: true, encoding: .utf8)
    #expect(store().response(for: "key") == nil)
    #expect(works(store()))
  }

  @Test(arguments: ["pipe", "folder", "link"])
  func `what is no regular file is neither read nor waited for`(kind: String) throws {
    #expect(works(store()))
    unlink(file("key"))
    switch kind {
    case "pipe": mkfifo(file("key"), 0o600)
    case "folder": mkdir(file("key"), 0o700)
    default: symlink("/dev/full", file("key"))
    }
    #expect(store().response(for: "key") == nil)
    #expect(works(store()) == (kind != "folder"))
  }

  @Test func `several stores use one folder at the same time`() async throws {
    let stores = (0..<4).map { _ in store(limit: 200_000) }
    await withTaskGroup { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<100 {
            let key = "key \((number * 7 + index) % 50)"
            if let found = store.response(for: key) { #expect(found.response.text.hasPrefix(key)) }
            store.add(cached(key + String(repeating: "x", count: 5_000)), for: key)
          }
        }
      }
    }
    #expect(works(store()))
  }
}
