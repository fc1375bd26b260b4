import CatalogImage
import IMDbImport
import Testing

@Suite("joins of IMDb's files")
struct JoinTests {
  @Test func `a film is joined with its rating, titles, directors, writers and cast`() throws {
    let folder = DatasetFolder()
    try folder.write(
      .basics,
      [
        #"tt6751668|movie|Parasite|Gisaengchung|0|2019|\N|132|Drama,Film-Noir,Unheard-Of"#,
        #"tt4000000001|tvMovie|"Quotes" and, commas|\N|0|\N|\N|\N|\N"#,
      ])
    try folder.write(.ratings, ["tt6751668|8.5|1000000", "tt9999999|10.0|5"])
    try folder.write(
      .akas,
      [
        #"tt6751668|1|Gisaengchung|\N|\N|original|\N|1"#, #"tt6751668|2|Parasites|GB|\N|imdbDisplay|\N|0"#,
        #"tt6751668|3|기생충|KR|\N|imdbDisplay|\N|0"#, #"tt6751668|4|Paraziták|HU|\N|imdbDisplay|\N|0"#,
      ])
    try folder.write(.crew, ["tt6751668|nm0094435|nm0094435,nm5683974"])
    try folder.write(
      .principals,
      [
        #"tt6751668|1|nm0814280|actor|\N|["Ki-taek","Father"]"#, #"tt6751668|2|nm1310525|actress|\N|\N"#,
        #"tt6751668|3|nm0094435|director|\N|\N"#,
      ])
    try folder.write(
      .names,
      [
        #"nm0094435|Bong Joon Ho|1969|\N|director|\N"#, #"nm0814280|Song Kang-ho|1967|2066|actor|\N"#,
        #"nm1310525|Cho Yeo-jeong|\N|\N|\N|\N"#, #"nm5683974|Han Jin-won|\N|\N|\N|\N"#,
        #"nm0000001|Nobody|1899|\N|\N|\N"#,
      ])
    let loaded = try folder.load()
    let films = loaded.tables.films
    #expect(films.map(\.id) == [6_751_668, 4_000_000_001])
    #expect(loaded.titles == ["Parasite", "\"Quotes\" and, commas"])
    #expect(films.map(\.originalTitle).map(loaded.text) == ["Gisaengchung", "\"Quotes\" and, commas"])
    #expect(loaded.koreanTitles == ["기생충", ""])
    #expect(films.map(\.year) == [2019, 0])
    #expect(films.map(\.runtime) == [132, 0])
    #expect(films.map(\.genres) == [.init("Drama", "Film-Noir"), []])
    #expect(films.map(\.rating) == [85, 0])
    #expect(films.map(\.votes) == [1_000_000, 0])
    #expect(films.map(\.isAdult) == [false, false])
    #expect(loaded.otherTitles() == ["Parasites"])
    #expect(
      loaded.credits() == [
        "director 0 Bong Joon Ho", "writer 0 Bong Joon Ho", "writer 1 Han Jin-won",
        "cast 1 Song Kang-ho: Ki-taek / Father", "cast 2 Cho Yeo-jeong",
      ])
    let people = loaded.tables.people
    #expect(people.map(\.id) == [94_435, 5_683_974, 814_280, 1_310_525])
    #expect(loaded.report.counts[.basics]?.read == 2)
    #expect(loaded.skipped(.ratings, .otherTitle) == 1)
    #expect(loaded.skipped(.akas, .repetition) == 1)
    #expect(loaded.skipped(.akas, .otherRegion) == 1)
    #expect(loaded.skipped(.principals, .otherCategory) == 1)
    #expect(loaded.skipped(.names, .uncredited) == 1)
  }

  @Test func `only title_basics is required`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    let loaded = try folder.load()
    #expect(loaded.titles == ["A Film"])
    #expect(loaded.tables.credits.isEmpty)
    #expect(Array(loaded.report.counts.keys) == [.basics])
  }

  @Test func `without title_crew, directors and writers come from title_principals`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(
      .principals,
      [
        #"tt0000001|1|nm0000001|director|\N|\N"#, #"tt0000001|2|nm0000002|writer|\N|\N"#,
        #"tt0000001|3|nm0000003|composer|\N|\N"#, #"tt0000001|4|nm0000004|self|\N|["Self"]"#,
      ])
    try folder.write(.names, (1...4).map { #"nm000000\#($0)|Person \#($0)|\N|\N|\N|\N"# })
    #expect(
      try folder.load().credits() == [
        "director 1 Person 1", "writer 2 Person 2", "composer 3 Person 3", "cast 4 Person 4: Self",
      ])
  }

  @Test(arguments: [
    ("Me &amp; You", "Me & You"), (" A  B ", "A B"), ("A\u{7}B\u{1B}[31m", "AB[31m"), ("\u{202E}Film", "Film"),
    ("L\u{2019}Été\u{A0}!", "L\u{2019}Été !"), ("기생충", "기생충"), ("&#26469;", "来"),
  ])
  func `texts are clean`(_ title: String, _ clean: String) throws {
    let folder = DatasetFolder()
    try folder.write(.basics, [film("tt0000001", title)])
    try folder.write(.crew, ["tt0000001|nm0000001|\\N"])
    try folder.write(.names, ["nm0000001|\(title)|\\N|\\N|\\N|\\N"])
    let loaded = try folder.load()
    #expect(loaded.titles == [clean] && loaded.tables.people.map(\.name).map(loaded.text) == [clean])
  }

  @Test func `of each other job the first three are taken`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    let jobs = ["producer", "cinematographer", "editor", "composer", "production_designer"]
    let rows = jobs.flatMap { Array(repeating: $0, count: 4) } + ["archive_footage"]
    try folder.write(.crew, [])
    try folder.write(
      .principals, rows.enumerated().map { #"tt0000001|\#($0.offset + 1)|nm0000001|\#($0.element)|\N|\N"# })
    try folder.write(.names, [#"nm0000001|A Person|\N|\N|\N|\N"#])
    let loaded = try folder.load()
    let kinds: [CreditKind] = [.producer, .cinematographer, .editor, .composer, .productionDesigner]
    #expect(loaded.tables.credits.map(\.kind) == kinds.flatMap { [$0, $0, $0] })
    #expect(loaded.skipped(.principals, .minorRole) == 5 && loaded.skipped(.principals, .otherCategory) == 1)
  }

  @Test func `people have the years in which they were born and died`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.crew, ["tt0000001|nm0000001,nm0000002,nm0000003|nm0000009"])
    try folder.write(
      .names, [#"nm0000003|A|1899|1980|\N|\N"#, #"nm0000001|B|\N|\N|\N|\N"#, #"nm0000002|C|19x0|2001|\N|\N"#])
    let loaded = try folder.load()
    let people = loaded.tables.people
    #expect(people.map(\.id) == [1, 2, 3])
    #expect(people.map(\.birthYear) == [0, 0, 1899] && people.map(\.deathYear) == [0, 2001, 1980])
    #expect(loaded.report.counts[.names]?.droppedValues == 1)
  }

  @Test func `the leading cast are the first ten`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(
      .principals, (1...12).map { #"tt0000001|\#($0)|nm00000\#($0 < 10 ? "0" : "")\#($0)|actor|\N|\N"# })
    try folder.write(.names, (1...12).map { #"nm00000\#($0 < 10 ? "0" : "")\#($0)|P\#($0)|\N|\N|\N|\N"# })
    let loaded = try folder.load()
    #expect(loaded.credits() == (1...10).map { "cast \($0) P\($0)" })
    #expect(loaded.skipped(.principals, .minorRole) == 2)
    #expect(loaded.skipped(.names, .uncredited) == 2)
  }

  @Test(arguments: [
    // Among titles in Hangul, the one that IMDb displays is shown.
    (["가제|KR|\\N|working", "기생충|KR|\\N|imdbDisplay"], "기생충", ["가제"]),
    (["기생충|KR|\\N|imdbDisplay", "다른|KR|\\N|imdbDisplay"], "기생충", ["다른"]),
    (["기생충|\\N|ko|\\N"], "기생충", []),
    (["하녀|XKO|\\N|\\N"], "하녀", []),
    // Latin letters are found, but not shown.
    (["DMZ|KR|\\N|imdbDisplay"], "", ["DMZ"]),
    // One that the film has already needs no second text.
    (["원제|KR|\\N|imdbDisplay", "원제|KR|\\N|\\N"], "원제", []),
    (["A Film|KR|en|\\N", "A Film|US|\\N|\\N"], "", []),
    (["Un Film|FR|\\N|\\N", "One Film|XWW|en|\\N"], "", ["One Film"]),
  ])
  func `the Korean title is shown, and the others are found`(
    _ titles: [String], _ korean: String, _ others: [String]
  ) throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.akas, titles.enumerated().map { #"tt0000001|\#($0.offset + 1)|\#($0.element)|\N|0"# })
    let loaded = try folder.load()
    #expect(loaded.koreanTitles == [korean])
    #expect(loaded.otherTitles() == others)
  }

  @Test func `of thousands of titles of one film the first are taken`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.akas, (1...5_000).map { #"tt0000001|\#($0)|제목 \#($0)|KR|ko|\N|\N|0"# })
    let loaded = try folder.load()
    let count = loaded.otherTitles().count
    #expect((100...1_000).contains(count))
    #expect(loaded.skipped(.akas, .excess) == 5_000 - 1 - count)
    #expect(loaded.skipped(.akas, .repetition) == 0)
  }

  @Test func `cast members in any order are taken once for each number`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    let orders = [5, 3, 9, 3, 5, 7, 9, 1, 7]
    try folder.write(
      .principals, orders.enumerated().map { #"tt0000001|\#($0.element)|nm000000\#($0.offset + 1)|actor|\N|\N"# })
    try folder.write(.names, (1...9).map { #"nm000000\#($0)|P\#($0)|\N|\N|\N|\N"# })
    let loaded = try folder.load()
    #expect(Set(loaded.credits()) == ["cast 5 P1", "cast 3 P2", "cast 9 P3", "cast 7 P6", "cast 1 P8"])
  }

  @Test func `an original title in Hangul is the Korean title too, without a second text`() throws {
    let folder = DatasetFolder()
    try folder.write(.basics, [#"tt0000001|movie|Parasite|기생충|0|2019|\N|\N|\N"#])
    try folder.write(.akas, [#"tt0000001|1|기생충|KR|\N|imdbDisplay|\N|0"#])
    let tables = try folder.load().tables
    #expect(tables.translatedTitles[0] == tables.films.map(\.originalTitle))
    #expect(tables.translatedTitles[0] != tables.films.map(\.title))
  }

  @Test(arguments: [
    (#"["Self"]"#, "Self"),
    (#"["A","B","C"]"#, "A / B / C"),
    (#"["\"Ironhead\" Jones","C:\\dir\/x"]"#, #""Ironhead" Jones / C:\dir/x"#),
    (#"["\uae30\uD83D\uDE00\ud83d!","a\tb\n"]"#, "기😀\u{FFFD}! / a b"),
    (#"["\u001b[2J\u202eA &quot;B&quot;  C\u2028D"]"#, "[2JA \"B\" C D"), (#"["A &amp;  \#u{9B}B"]"#, "A & B"),
    ("[]", ""), (#"[""]"#, ""), ("\\N", ""), (#"["기우"]"#, "기우"),
  ])
  func `characters are a JSON array of strings`(_ json: String, _ text: String) throws {
    let loaded = try Self.loadCharacters(json)
    #expect(loaded.tables.credits.map(\.characters).map(loaded.text) == [text])
  }

  @Test(arguments: [
    "Self", "[", "[]]", #"["a""#, #"["a",]"#, #"["a" "b"]"#, #"["a\"]"#, #"["\x"]"#, #"["\u12"]"#, "[1]", #"[["a"]]"#,
  ])
  func `malformed characters are left out and counted, and the actor is kept`(_ json: String) throws {
    let loaded = try Self.loadCharacters(json)
    #expect(loaded.report.counts[.principals]?.droppedValues == 1)
    #expect(loaded.credits() == ["cast 1 A Person"])
  }

  private static func loadCharacters(_ json: String) throws -> Loaded {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.principals, [#"tt0000001|1|nm0000001|actor|\N|\#(json)"#])
    try folder.write(.names, [#"nm0000001|A Person|\N|\N|\N|\N"#])
    return try folder.load()
  }

  @Test func `equal characters share one text`() throws {
    let folder = DatasetFolder()
    try folder.writeOneFilm()
    try folder.write(.principals, (1...3).map { #"tt0000001|\#($0)|nm0000001|actor|\N|["Self"]"# })
    try folder.write(.names, [#"nm0000001|A Person|\N|\N|\N|\N"#])
    #expect(Set(try folder.load().tables.credits.map(\.characters)).count == 1)
  }
}
