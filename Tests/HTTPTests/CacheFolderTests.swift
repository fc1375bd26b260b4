import Foundation
import Platform
import TestSupport
import Testing

@testable import HTTP

struct CacheFolderTests {
  private let temporary = TemporaryFolder()
  private let folder: CacheFolder

  init() { folder = CacheFolder(path: temporary.path, limitBytes: 1 << 30, maximumAge: 86_400, suffixes: ["gif"]) }

  private func name(_ key: String) -> String { CacheFolder.name(of: key, "gif") }

  private func add(_ keys: String...) throws { for key in keys { try folder.write(name(key), [1, 2, 3]) } }

  private func has(_ key: String) -> Bool { FileManager.default.fileExists(atPath: temporary.file(name(key))) }

  private func write(_ name: String, secondsAgo: Double = 0) throws {
    try Data("text".utf8).write(to: URL(filePath: temporary.file(name)))
    let date = Date(timeIntervalSinceNow: -secondsAgo)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: temporary.file(name))
  }

  @Test func `names are the same in every process and version`() {
    #expect(StableHash.hexadecimal("") == "6c62272e07bb014262b821756295c58d")
    #expect(StableHash.hexadecimal("a") == "d228cb696f1a8caf78912b704e4a8964")
    #expect(StableHash.hexadecimal("foobar") == "343e1662793c64bf6f0d3597ba446f18")
    #expect(StableHash.short("") == "cbf29ce484222325")
    #expect(StableHash.short("foobar") == "85944171f73967e8")
  }

  @Test func `the least recently used files are removed first, and small ones count a block`() throws {
    try add("a", "b", "c", "d", "e")
    #expect(folder.read(name("a"), atMost: 2, isUse: true)?.bytes == [1, 2])
    #expect(folder.read(name("b"), atMost: 9, isUse: false)?.size == 3)
    #expect(folder.read(name("c"), atMost: 9, isUse: true)?.bytes == [1, 2, 3])
    folder.clean(downTo: 5 * 4_096)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "b", "c", "d", "e"])
    folder.clean(downTo: 4 * 4_096 - 1)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "c", "e"])
    folder.clean(downTo: 2 * 4_096)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "c"])
  }

  @Test func `the most recent file stays, however small the limit`() throws {
    try add("a", "b")
    folder.clean(downTo: 1)
    #expect(["a", "b"].filter(has) == ["b"])
  }

  @Test func `old files and those of killed writers are removed, foreign files never`() throws {
    let name = StableHash.hexadecimal("a")
    try write("\(name).77-1.tmp", secondsAgo: 3_600)
    try write("\(name).78-2.tmp")
    try write("\(name).gif", secondsAgo: 90_000)
    for foreign in ["notes.txt", "notes.gif", "\(name).doc"] { try write(foreign, secondsAgo: 90_000) }
    folder.clean(downTo: 1 << 30)
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted()
    #expect(left == ["\(name).78-2.tmp", "\(name).doc", "notes.gif", "notes.txt"].sorted())
  }

  @Test func `symbolic links with names of the cache are removed, but not their targets`() throws {
    try write("notes.txt")
    let link = temporary.file(name("a"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: temporary.file("notes.txt"))
    #expect(folder.read(name("a"), atMost: 9, isUse: true) == nil)
    folder.clean(downTo: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["notes.txt"])
  }
}
