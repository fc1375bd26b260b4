import Foundation
import Platform
import TestSupport
import Testing

@testable import OnlineCatalogs

struct PosterFolderTests {
  private let temporary = TemporaryFolder()
  private let folder: PosterFolder

  init() { folder = PosterFolder(path: temporary.path) }

  private func add(_ name: String, bytes: Int = 1_000) throws {
    let contents = Array("GIF89a".utf8) + [UInt8](repeating: 1, count: bytes - 6)
    _ = try folder.add(PosterFolder.name(of: name), try #require(ImageHeader(contents)), contents)
  }

  private func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: temporary.file(PosterFolder.name(of: name) + ".gif"))
  }

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

  @Test func `the least recently used files are removed first`() throws {
    for name in ["a", "b", "c", "d", "e"] { try add(name) }
    #expect(folder.find(PosterFolder.name(of: "a")) != nil)
    #expect(folder.find(PosterFolder.name(of: "c")) != nil)
    folder.clean(downTo: 5_000)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "b", "c", "d", "e"])
    folder.clean(downTo: 3_999)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "c", "e"])
    folder.clean(downTo: 2_000)
    #expect(["a", "b", "c", "d", "e"].filter(has) == ["a", "c"])
  }

  @Test func `the most recent file stays, however small the limit`() throws {
    for name in ["a", "b"] { try add(name) }
    folder.clean(downTo: 1)
    #expect(["a", "b"].filter(has) == ["b"])
  }

  @Test func `old files of killed writers are removed, foreign files never`() throws {
    let name = PosterFolder.name(of: "a")
    try write("\(name).77-1.tmp", secondsAgo: 3_600)
    try write("\(name).78-2.tmp")
    try write("notes.txt", secondsAgo: 3_600)
    try write("\(name).doc", secondsAgo: 3_600)
    folder.clean(downTo: 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted()
    #expect(left == ["\(name).78-2.tmp", "\(name).doc", "notes.txt"].sorted())
  }

  @Test func `symbolic links with the name of an image are removed, but not their targets`() throws {
    try write("notes.txt")
    let link = temporary.file(PosterFolder.name(of: "a") + ".gif")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: temporary.file("notes.txt"))
    #expect(folder.find(PosterFolder.name(of: "a")) == nil)
    folder.clean(downTo: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["notes.txt"])
  }

  @Test(arguments: [0, 1_000]) func `an empty file or a file of zeros, as after a power failure, does not count`(
    bytes: Int
  ) throws {
    try Data(count: bytes).write(to: URL(filePath: temporary.file(PosterFolder.name(of: "a") + ".gif")))
    #expect(folder.find(PosterFolder.name(of: "a")) == nil)
  }
}
