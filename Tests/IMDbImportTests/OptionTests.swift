import IMDbImport
import Testing

@Suite("which films an import keeps")
struct OptionTests {
  private func folder() throws -> DatasetFolder {
    let folder = DatasetFolder()
    try folder.write(
      .basics,
      [
        film("tt0000001", "Movie"), film("tt0000002", "Series", type: "tvSeries"),
        film("tt0000003", "Adult", adult: "1"),
        film("tt0000004", "Television", type: "tvMovie"), #"tt0000005|movie|Rare|Rare indeed|0|\N|\N|\N|\N"#,
      ])
    try folder.write(.ratings, ["tt0000001|7.0|100", "tt0000004|6.0|99", "tt0000002|9.9|1000", "tt0000005|5.0|100"])
    try folder.write(.akas, [#"tt0000005|1|드문|KR|\N|\N|\N|0"#, #"tt0000004|1|방송|KR|\N|\N|\N|0"#])
    return folder
  }

  @Test func `films and films for television are kept by default`() throws {
    #expect(try folder().load().titles == ["Movie", "Television", "Rare"])
  }

  @Test func `other types can be chosen`() throws {
    var options = ImportOptions()
    options.types = ["tvSeries"]
    #expect(try folder().load(options).titles == ["Series"])
  }

  @Test func `films for adults are kept on request`() throws {
    var options = ImportOptions()
    options.includesAdult = true
    let loaded = try folder().load(options)
    #expect(loaded.titles == ["Movie", "Adult", "Television", "Rare"])
    #expect(loaded.tables.films.map(\.isAdult) == [false, true, false, false])
  }

  @Test func `the titles in all languages are searched on request, and not shown`() throws {
    let folder = try folder()
    try folder.write(
      .akas,
      [
        #"tt0000001|1|Elokuva|FI|\N|\N|\N|0"#, #"tt0000001|2|Диво|RU|ru|\N|\N|0"#,
        #"tt0000001|3|영화|KR|\N|\N|\N|0"#,
      ])
    #expect(try folder.load().otherTitles() == [])
    var options = ImportOptions()
    options.includesAllTitles = true
    let loaded = try folder.load(options)
    #expect(loaded.otherTitles() == ["Elokuva", "Диво"])
    #expect(loaded.koreanTitles == ["영화", "", ""])
  }

  @Test func `films with too few votes are left out`() throws {
    var options = ImportOptions()
    options.minimumVotes = 100
    let loaded = try folder().load(options)
    #expect(loaded.titles == ["Movie", "Rare"])
    #expect(loaded.tables.films.map(\.originalTitle).map(loaded.text) == ["Movie", "Rare indeed"])
    #expect(loaded.tables.films.map(\.rating) == [70, 50])
    #expect(loaded.tables.films.map(\.year) == [1999, 0])
    #expect(loaded.koreanTitles == ["", "드문"])
    #expect(loaded.skipped(.basics, .fewVotes) == 1)
    #expect(loaded.report.counts[.basics]?.kept == 2)
  }

  @Test func `an import without films fails`() throws {
    var options = ImportOptions()
    options.minimumVotes = 1_000_000
    let folder = try folder()
    #expect { try folder.load(options) } throws: { "\($0)" == "no film is left to import" }
  }
}
