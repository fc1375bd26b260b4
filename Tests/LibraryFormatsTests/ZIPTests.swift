import Foundation
import MovieCore
import TestSupport
import Testing

@testable import LibraryFormats

struct ZIPTests {
  private static let table = Array("imdbId,title,viewing,date\ntt0089881,Ran,v1,2024-03-01\n".utf8)

  private func files(_ zip: ZIPWriter) throws -> [LibraryInput.File] { try ZIPArchive.files(of: zip.finished()) }

  @Test func `files at the root and in a folder are read, with sizes only in the directory`() throws {
    var zip = ZIPWriter()
    zip.add("letterboxd-me/", [], isDeflated: false)
    zip.add("letterboxd-me/likes/films.csv", Self.table)
    zip.add("watched.csv", Self.table, isDeflated: false)
    zip.add("poster.jpg", [1, 2, 3])
    zip.add("__MACOSX/._watched.csv", [1])
    zip.add("link.csv", Array("/etc/passwd".utf8), attributes: 0o120777 << 16)
    let files = try ZIPArchive.files(of: zip.finished(comment: "made today"))
    #expect(files.map(\.name) == ["letterboxd-me/likes/films.csv", "watched.csv"])
    #expect(files.map(\.bytes) == [Self.table, Self.table])
  }

  @Test(arguments: ["/etc/a.csv", "../a.csv", "a/../../b.csv", "C:\\a.csv", "..\\a.csv", "a\u{0}.csv"])
  func `a name outside of the archive is refused`(name: String) {
    var zip = ZIPWriter()
    zip.add(name, Self.table)
    #expect(throws: LibraryFileError.self) { try files(zip) }
  }

  @Test func `data that is larger or smaller than the directory says is refused`() {
    for size in [Self.table.count - 1, Self.table.count + 1, 0] {
      var zip = ZIPWriter()
      zip.add("a.csv", Self.table, size: size)
      #expect(throws: LibraryFileError.self) { try files(zip) }
    }
  }

  @Test func `a bomb is refused before it is decompressed`() {
    let zeros = [UInt8](repeating: 0, count: 8 << 20)
    var zip = ZIPWriter()
    for index in 0..<33 { zip.add("\(index).csv", zeros) }
    let bytes = zip.finished()
    #expect(bytes.count < 1 << 20)
    #expect(throws: LibraryFileError.self) { try ZIPArchive.files(of: bytes) }
    var claim = ZIPWriter()
    claim.add("a.csv", [1, 2, 3], size: 200 << 20)
    #expect(throws: LibraryFileError.self) { try files(claim) }
  }

  @Test func `a truncated or mutated archive never crashes`() {
    var zip = ZIPWriter()
    zip.add("a.csv", Self.table)
    zip.add("b/c.json", Array("[]".utf8), isDeflated: false)
    let bytes = zip.finished()
    for count in 0..<bytes.count { _ = try? ZIPArchive.files(of: Array(bytes.prefix(count))) }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutated[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: .min ... .max, using: &generator)
      }
      _ = try? ZIPArchive.files(of: mutated)
    }
  }

  @Test func `an archive, a folder and a file are read from their paths`() throws {
    let folder = TemporaryFolder()
    var zip = ZIPWriter()
    zip.add("own.csv", Self.table)
    try Data(zip.finished()).write(to: URL(filePath: folder.file("export.zip")))
    let inner = URL(filePath: folder.file("export/sub"))
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data(Self.table).write(to: inner.appending(path: "own.csv"))
    try Data(Self.table).write(to: URL(filePath: folder.file("own.csv")))
    symlink("/etc/passwd", folder.file("export/link.csv"))
    for name in ["export.zip", "export", "own.csv"] {
      let file = try LibraryFile(LibraryInput(path: folder.file(name)))
      #expect(described(file) == ["Ran : imdbId=tt0089881 viewing=v1 date=2024-03-01"])
    }
    #expect(throws: LibraryFileError.self) { try LibraryInput(path: folder.file("none")) }
  }
}
