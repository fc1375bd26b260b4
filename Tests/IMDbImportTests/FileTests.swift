import CZlib
import Foundation
import Testing

@testable import IMDbImport

@Suite("files of tab-separated values")
struct FileTests {
  @Test func `columns are found by their names, in any order and with others between them`() throws {
    let folder = DatasetFolder()
    try folder.write(
      .basics,
      text: """
        new\tgenres\tisAdult\tstartYear\toriginalTitle\tnewer\truntimeMinutes\ttitleType\tprimaryTitle\ttconst\tlast
        ?\tWar\t0\t1957\tA\t?\t87\tmovie\tB\ttt0050825\t?

        """)
    let loaded = try folder.load()
    #expect(loaded.tables.films.map(\.id) == [50_825])
    #expect(loaded.titles == ["B"])
    #expect(loaded.tables.films.map(\.runtime) == [87])
    #expect(loaded.tables.films.map(\.genres) == [.init("War")])
  }

  @Test func `a missing column is an error that names it and the file`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, text: DatasetFolder.header(.basics).replacing("startYear", with: "year") + "\n")
    #expect { try folder.load() } throws: {
      "\($0)" == "\(folder.file(.basics)) has no column “startYear” in its first line"
    }
    for text in ["", "\n", "\0\0\0"] {
      try folder.write(.basics, text: text)
      #expect { try folder.load() } throws: { "\($0)".hasSuffix("has no column “tconst” in its first line") }
    }
  }

  @Test func `a missing file is an error that says where to get it`() {
    let folder = DatasetFolder()
    #expect { try folder.load() } throws: {
      "\($0)" == "\(folder.path) has neither title.basics.tsv nor title.basics.tsv.gz; "
        + "download it from https://datasets.imdbws.com/"
    }
  }

  @Test func `a byte order mark, carriage returns and a missing last newline are accepted`() throws {
    let folder = DatasetFolder()
    let line = film("tt0000001", "A Film").replacing("|", with: "\t")
    let lines = ["\u{FEFF}" + DatasetFolder.header(.basics), line, line.replacing("1\t", with: "2\t")]
    try folder.write(.basics, text: lines.joined(separator: "\r\n"))
    let loaded = try folder.load()
    #expect(loaded.tables.films.map(\.id) == [1, 2])
    #expect(loaded.tables.films.map(\.genres) == [.init("Drama"), .init("Drama")])
  }

  @Test(arguments: [Int.max, 1, 7, 100_000])
  func `a compressed file may have any number of members`(_ memberSize: Int) throws {
    let folder = DatasetFolder()
    let count = memberSize == 1 ? 3 : 20_000
    try folder.write(.basics, (1...count).map { film("tt\(1_000_000 + $0)", "Film \($0)") })
    let plain = try folder.load()
    try folder.compress(.basics, memberSize: memberSize == 7 ? 7_919 : memberSize)
    let compressed = try folder.load()
    #expect(plain.titles.count == count)
    #expect(compressed.titles == plain.titles)
  }

  @Test func `a truncated file is an error wherever it ends`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, (1...50).map { film("tt000010\($0)", "Film \($0)") })
    let members = try Data(contentsOf: URL(fileURLWithPath: folder.file(.basics))).count / 900 + 1
    try folder.compress(.basics, memberSize: 900)
    let path = folder.file(.basics) + ".gz"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let complete = try folder.load().titles.count
    var soundPrefixes = 0
    for count in 2..<bytes.count {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
      switch Result(catching: { () throws(ImportError) in try folder.load() }) {
      case .success(let loaded):
        // Between two members, and after the first byte of one, it looks like a file that ends there.
        #expect(loaded.titles.count < complete)
        soundPrefixes += 1
      case .failure(let error):
        #expect("\(error)" == "\(path) is incomplete: its compressed data has no end; download it again")
      }
    }
    #expect(soundPrefixes <= 2 * (members - 1))
  }

  @Test func `a damaged file is an error that names it`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, (1...500).map { film("tt00010\($0)", "Film \($0)") })
    try folder.compress(.basics)
    let path = folder.file(.basics) + ".gz"
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    // The header's method; bytes of the data and the checksum.
    var damaged: [[UInt8]] = []
    for index in [2, bytes.count / 2, bytes.count - 6, bytes.count - 2] {
      damaged.append(bytes)
      damaged[damaged.count - 1][index] ^= 0x55
    }
    for bytes in damaged {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect { try folder.load() } throws: {
        "\($0)".hasPrefix("\(path) is damaged (") && "\($0)".hasSuffix("); download it again")
      }
    }
  }

  @Test func `a line longer than a block is an error`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, [film("tt0000001", "First"), film("tt0000002", String(repeating: "x", count: 5 << 20))])
    #expect { try folder.load() } throws: {
      "\($0)" == "\(folder.file(.basics)) has a line of more than 1 MiB; download it again"
    }
  }

  @Test func `a title may have as many bytes as the limit, in a line of any length`() throws {
    let folder = DatasetFolder()
    let title = String(repeating: "t", count: Field.maximumTextCount)
    let genres = String(repeating: "Drama,", count: 100_000) + "War"
    try folder.write(
      .basics, [film("tt0000001", title).replacing("Drama", with: genres), film("tt0000002", title + "t")])
    let loaded = try folder.load()
    #expect(loaded.titles == [title])
    #expect(loaded.tables.films.map(\.genres) == [.init("Drama", "War")])
    #expect(loaded.skipped(.basics, .text) == 1)
  }

  @Test func `of a plain and a compressed file the newer one is read`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, [film("tt0000001", "Compressed")])
    try folder.compress(.basics)
    try folder.write(.basics, [film("tt0000001", "Plain")])
    for (time, title) in [(10.0, "Compressed"), (20, "Plain"), (30, "Plain")] {
      let times = [(folder.file(.basics), time), (folder.file(.basics) + ".gz", 20)]
      for (path, time) in times {
        let date = Date(timeIntervalSince1970: time)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      }
      #expect(try folder.load().titles == [title])
    }
  }

  @Test func `a pipe or a folder in the place of a file is an error`() throws {
    let folder = DatasetFolder()
    mkfifo(folder.file(.basics), 0o600)
    #expect { try folder.load() } throws: { "\($0)".hasPrefix("cannot read \(folder.file(.basics)): ") }
    unlink(folder.file(.basics))
    mkdir(folder.file(.basics), 0o700)
    #expect { try folder.load() } throws: { "\($0)" == "cannot read \(folder.file(.basics)): it is not a regular file" }
  }

  @Test func `progress is reported for each file, up to its end`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, (1...60_000).map { film("tt\(1_000_000 + $0)", "Film \($0)") })
    try folder.write(.ratings, ["tt1000001|7.0|10"])
    var all: [IMDbImport.Progress] = []
    _ = try folder.load { all.append($0) }
    let basics = all.filter { $0.dataset == .basics }
    #expect(basics.count > 2)
    #expect(zip(basics, basics.dropFirst()).allSatisfy { $0.fraction <= $1.fraction && $0.rows <= $1.rows })
    #expect(basics.filter(\.isFinished).map(\.rows) == [60_000])
    #expect(all.last?.dataset == .ratings)
    #expect(all.last?.fraction == 1)
    #expect(all.last?.isFinished == true)
  }
}
