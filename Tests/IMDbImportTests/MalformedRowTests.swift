import IMDbImport
import Testing

@Suite("malformed rows of IMDb's files")
struct MalformedRowTests {
  @Test(arguments: [
    (#"tt0000002|movie|A|A|0|1999|\N|90"#, SkipReason.columnCount),
    (#"tt0000002|movie|A|A|0|1999|\N|90|Drama|more"#, .columnCount),
    ("", .columnCount),
    (#"tt|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    (#"nm0000002|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    (#"tt000002|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    (#"tt000000x|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    // More than 32 bits, and more than 64.
    (#"tt9999999999|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    (#"tt99999999999999999999|movie|A|A|0|1999|\N|90|Drama"#, .identifier),
    // A shifted column.
    (#"tt0000002|movie|A|A|2019|1999|\N|90|Drama"#, .number),
    (#"tt0000002|movie|\N|\N|0|1999|\N|90|Drama"#, .untitled),
    (#"tt0000002|movie|||0|1999|\N|90|Drama"#, .untitled),
    (#"tt0000002|movie|A\#u{0}B|A|0|1999|\N|90|Drama"#, .text),
    (#"tt0000001|movie|Again|Again|0|1999|\N|90|Drama"#, .duplicate),
    (#"tt0000002|short|A|A|0|1999|\N|90|Drama"#, .otherType),
    (#"tt0000002|movie|A|A|1|1999|\N|90|Drama"#, .adult),
  ])
  func `a line that is no film is counted by reason, with the number of the first`(
    _ line: String, _ reason: SkipReason
  ) throws {
    let folder = DatasetFolder()
    try folder.write(.basics, [film("tt0000001", "First"), line, line, film("tt0000003", "Last")])
    let loaded = try folder.load()
    #expect(loaded.titles == ["First", "Last"])
    let counts = try #require(loaded.report.counts[.basics])
    #expect(counts[reason] == 2)
    #expect(counts.firstLine(reason) == 3)
    #expect(counts.read == 4)
    #expect(counts.kept == 2)
  }

  @Test(arguments: [
    #"19x9|\N|90"#, #"-1|\N|90"#, #"|\N|90"#, #"10000|\N|90"#, #"1999|\N|99999"#, #"1999|\N|x"#,
  ])
  func `of a film with an invalid number only the number is left out, and counted`(_ numbers: String) throws {
    let folder = DatasetFolder()
    let line = "tt0000002|movie|A|A|0|\(numbers)|Drama"
    try folder.write(.basics, [film("tt0000001", "First"), line, film("tt0000003", "Last")])
    let loaded = try folder.load()
    #expect(loaded.titles == ["First", "A", "Last"])
    #expect([loaded.tables.films[1].year, loaded.tables.films[1].runtime].count { $0 == 0 } == 1)
    let counts = try #require(loaded.report.counts[.basics])
    #expect(counts.kept == 3 && counts.droppedValues == 1 && counts.firstLineOfDroppedValue == 3)
  }

  @Test(arguments: [
    [0xE9], [0xC0, 0x80], [0xC3], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80], [0xEA, 0xB8], [0x80],
  ])
  func `invalid UTF-8 is counted`(_ invalid: [UInt8]) throws {
    let folder = DatasetFolder()
    for padding in 0..<9 {
      let line = Array("tt0000002\tmovie\t\(String(repeating: "a", count: padding))".utf8) + invalid
      let rest = Array("z\tA\t0\t1999\t\\N\t90\tDrama\n".utf8)
      let first = [DatasetFolder.header(.basics), film("tt0000001", "Amélie 기생충 😀").replacing("|", with: "\t")]
      try folder.write(.basics, bytes: Array(first.map { $0 + "\n" }.joined().utf8) + line + rest)
      let loaded = try folder.load()
      #expect(loaded.titles == ["Amélie 기생충 😀"])
      #expect(loaded.skipped(.basics, .text) == 1)
    }
  }

  @Test(arguments: [
    (Dataset.ratings, #"tt0000001|x|10"#, SkipReason.number),
    (.ratings, #"tt0000001|0.9|10"#, .number), (.ratings, #"tt0000001|10.1|10"#, .number),
    (.ratings, #"tt0000001|7.5|99999999999"#, .number), (.ratings, #"tt0000001|7.5|"#, .number),
    (.ratings, #"tt0000001|7,5|10"#, .number), (.ratings, #"x|7.5|10"#, .identifier), (.ratings, "7.5", .columnCount),
    (.akas, #"x|1|A|US|\N|\N|\N|0"#, .identifier), (.akas, #"tt0000001|1|\N|US|\N|\N|\N|0"#, .untitled),
    (.crew, #"x|nm0000001|\N"#, .identifier), (.crew, #"tt0000001|nm1,nm0000001|\N"#, .identifier),
    (.crew, #"tt0000001|nm0000001,|\N"#, .identifier),
    (.principals, #"x|1|nm0000001|actor|\N|\N"#, .identifier),
    (.principals, #"tt0000001|1|x|actor|\N|\N"#, .identifier),
    (.principals, #"tt0000001|x|nm0000001|actor|\N|\N"#, .number),
    (.names, #"x|A|\N|\N|\N|\N"#, .identifier), (.names, #"nm0000009|\N|\N|\N|\N|\N"#, .untitled),
  ])
  func `malformed lines of every file are counted`(_ dataset: Dataset, _ line: String, _ reason: SkipReason) throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.principals, [#"tt0000001|1|nm0000009|actor|\N|\N"#])
    try folder.write(.names, [])
    try folder.write(dataset, [line] + (dataset == .principals ? [#"tt0000001|1|nm0000009|actor|\N|\N"#] : []))
    let loaded = try folder.load()
    #expect(loaded.skipped(dataset, reason) == 1)
    #expect(loaded.titles == ["A Film"])
  }

  @Test func `repeated keys are counted, and the first row counts`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.ratings, ["tt0000001|7.5|10", "tt0000001|1.0|99"])
    try folder.write(
      .principals,
      [
        #"tt0000001|2|nm0000001|actor|\N|["A"]"#, #"tt0000001|2|nm0000002|actor|\N|["B"]"#,
        #"tt0000001|1|nm0000002|actor|\N|["C"]"#, #"tt0000001|1|nm0000001|actor|\N|["D"]"#,
      ])
    try folder.write(
      .names,
      [#"nm0000001|One|\N|\N|\N|\N"#, #"nm0000001|Again|\N|\N|\N|\N"#, #"nm0000002|Two|\N|\N|\N|\N"#])
    let loaded = try folder.load()
    #expect(loaded.tables.films.map(\.rating) == [75])
    #expect(loaded.tables.films.map(\.votes) == [10])
    #expect(loaded.credits() == ["cast 2 One: A", "cast 1 Two: C"])
    #expect(loaded.skipped(.ratings, .duplicate) == 1)
    #expect(loaded.skipped(.principals, .duplicate) == 2)
    #expect(loaded.skipped(.names, .duplicate) == 1)
  }

  @Test func `people that name_basics does not have are counted, and their credits are left out`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.crew, ["tt0000001|nm0000001,nm0000002|nm0000003"])
    try folder.write(.names, [#"nm0000002|Two|\N|\N|\N|\N"#])
    let loaded = try folder.load()
    #expect(loaded.credits() == ["director 1 Two"])
    #expect(loaded.tables.people.map(\.id) == [2])
    #expect(loaded.report.unknownPeople == 2)
    #expect(loaded.report.credits == 1)
  }
}
