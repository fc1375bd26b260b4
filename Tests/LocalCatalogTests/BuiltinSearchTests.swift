import MovieCore
import Testing

@testable import LocalCatalog
@testable import SearchIndex

struct BuiltinSearchTests {
  static let catalog = LocalCatalog.builtin
  static let filmCount = (try? LocalCatalog.builtinFilms.get().count) ?? 0

  static func found(_ query: String, year: Int? = nil, count: Int = 2_000) async throws -> [Movie] {
    try await catalog.batch(of: .search(SearchQuery(text: query, year: year)), at: 0, count: count).movies
  }

  @Test(
    arguments: [
      // Whole titles, in any case, with and without an article.
      ("parasite", ["Parasite"]), ("INTERSTELLAR", ["Interstellar"]),
      ("the matrix", ["The Matrix", "The Matrix Reloaded"]),
      ("matrix", ["The Matrix"]), ("matrix, the", ["The Matrix"]), ("birds", ["The Birds"]),
      ("godfather", ["The Godfather"]),
      ("up", ["Up"]), ("her", ["Her"]), ("it", ["It"]), ("m", ["M"]), ("alien", ["Alien", "Aliens"]),
      ("psycho", ["Psycho"]),
      ("dune", ["Dune", "Dune: Part Two"]), ("the dark knight", ["The Dark Knight", "The Dark Knight Rises"]),
      ("toy story", ["Toy Story", "Toy Story 3"]), ("taxi driver", ["Taxi Driver", "A Taxi Driver"]),
      ("a taxi driver", ["A Taxi Driver", "Taxi Driver"]),
      // Prefixes of one or more letters; the most popular film comes first.
      ("p", ["Pulp Fiction"]), ("g", ["Forrest Gump"]), ("paras", ["Parasite"]), ("godf", ["The Godfather"]),
      ("shaw", ["The Shawshank Redemption"]), ("incep", ["Inception"]),
      ("star w", ["Star Wars: Episode IV - A New Hope"]),
      // Any words of a title, in any order.
      ("empire strikes back", ["Star Wars: Episode V - The Empire Strikes Back"]),
      ("rings return", ["The Lord of the Rings: The Return of the King"]),
      ("fellowship", ["The Lord of the Rings: The Fellowship of the Ring"]),
      ("space odyssey", ["2001: A Space Odyssey"]),
      ("no way home", ["Spider-Man: No Way Home"]),
      // Numbers as digits, numerals and words; a year after a title.
      ("godfather part two", ["The Godfather Part II"]), ("dune part 2", ["Dune: Part Two"]),
      ("dune 2", ["Dune: Part Two"]), ("fantastic 4", ["Fantastic Four"]), ("m 1931", ["M"]),
      // Joined and split words.
      ("노웨이홈", ["Spider-Man: No Way Home"]),
      ("spiderman", ["Spider-Man"]), ("spider man", ["Spider-Man"]),
      ("starwars", ["Star Wars: Episode IV - A New Hope"]),
      ("xmen", ["X-Men"]), ("old boy", ["Oldboy"]), ("walle", ["WALL·E"]), ("wall-e", ["WALL·E"]),
      ("wall e", ["WALL·E"]),
      // Punctuation, diacritics, full width.
      ("schindlers list", ["Schindler's List"]), ("schindler’s list", ["Schindler's List"]), ("amelie", ["Amélie"]),
      ("AMÉLIE", ["Amélie"]), ("ame\u{301}lie", ["Amélie"]), ("ＩＮＣＥＰＴＩＯＮ", ["Inception"]),
      ("leon", ["Léon: The Professional"]),
      ("pan's labyrinth", ["Pan's Labyrinth"]), ("pans labyrinth", ["Pan's Labyrinth"]),
      ("fast and furious", ["Fast & Furious 6"]), ("singin in the rain", ["Singin' in the Rain"]), ("se7en", ["Se7en"]),
      // Roman and Arabic numbers.
      ("godfather 2", ["The Godfather Part II"]), ("godfather ii", ["The Godfather Part II"]),
      ("the godfather part 3", ["The Godfather Part III"]), ("toy story iii", ["Toy Story 3"]),
      ("star wars 4", ["Star Wars: Episode IV - A New Hope"]), ("terminator 2", ["Terminator 2: Judgment Day"]),
      ("back to the future 2", ["Back to the Future Part II"]), ("iron man iii", ["Iron Man 3"]),
      ("2001", ["2001: A Space Odyssey"]), ("300", ["300"]), ("12 angry men", ["12 Angry Men"]),
      // Korean, from one syllable on, with and without spaces, and inside words.
      ("기생충", ["Parasite"]), ("기생", ["Parasite"]), ("기", ["Parasite"]), ("기 생 충", ["Parasite"]), ("올드보이", ["Oldboy"]),
      ("올드 보이", ["Oldboy"]), ("살인의추억", ["Memories of Murder"]), ("살인의 추억", ["Memories of Murder"]),
      ("추억", ["Memories of Murder"]), ("괴물", ["The Host", "The Thing"]), ("부산", ["Train to Busan"]),
      ("아가씨", ["The Handmaiden"]),
      ("버닝", ["Burning"]), ("인셉션", ["Inception"]), ("쇼생크", ["The Shawshank Redemption"]), ("대부", ["The Godfather"]),
      ("반지의제왕", ["The Lord of the Rings: The Fellowship of the Ring"]), ("스파이더맨", ["Spider-Man"]),
      ("치히로", ["Spirited Away"]), ("터미네이터2", ["Terminator 2: Judgment Day"]), ("12인", ["12 Angry Men"]),
      ("운전사", ["A Taxi Driver"]),
      // Decomposed, as macOS writes it.
      ("\u{1100}\u{1175}\u{1109}\u{1162}\u{11BC}\u{110E}\u{116E}\u{11BC}", ["Parasite"]),
      // Other scripts.
      ("千と千尋", ["Spirited Away"]), ("千尋", ["Spirited Away"]), ("七人の侍", ["Seven Samurai"]),
      ("トトロ", ["My Neighbor Totoro"]),
      ("東京物語", ["Tokyo Story"]), ("иди и смотри", ["Come and See"]), ("СТАЛКЕР", ["Stalker"]),
      ("جدایی", ["A Separation"]),
      ("saptamani", ["4 Months, 3 Weeks and 2 Days"]), ("cidade de deus", ["City of God"]),
      ("la vita e bella", ["Life Is Beautiful"]), ("le fabuleux destin", ["Amélie"]),
      // People, and titles with people or years.
      ("nolan", ["The Dark Knight", "Inception"]), ("tarantino", ["Pulp Fiction"]),
      ("bong joon ho", ["Parasite", "Snowpiercer"]),
      ("song kang-ho", ["Parasite"]), ("miyazaki", ["Spirited Away"]), ("parasite bong", ["Parasite"]),
      ("scorsese de niro", ["Goodfellas"]), ("godfather pacino", ["The Godfather"]),
      ("kubrick 1968", ["2001: A Space Odyssey"]),
      ("dune 2021", ["Dune"]), ("titanic 1997", ["Titanic"]), ("oldboy 2003", ["Oldboy"]),
      ("miyazaki 2001", ["Spirited Away"]),
      ("hitchcock 1960", ["Psycho"]), ("joonho", ["Parasite"]), ("kangho", ["Parasite"]), ("deniro", ["Joker"]),
      ("park chan-wook", ["Oldboy", "The Handmaiden"]), ("봉준호", ["Parasite"]), ("송강호", ["Parasite"]),
      ("봉준호 기생충", ["Parasite"]), ("기생충 봉준호", ["Parasite"]), ("parasite 2019 bong", ["Parasite"]),
      // Abbreviations.
      ("e.t.", ["E.T. the Extra-Terrestrial"]), ("E.T", ["E.T. the Extra-Terrestrial"]),
      // Genres, if no title has the word.
      ("thriller", ["Fight Club"]), ("드라마", ["The Shawshank Redemption"]), ("sci-fi", ["Inception"]),
      ("science fiction", ["Inception"]), ("공상과학", ["Inception"]), ("korean thriller", ["Parasite"]),
      ("comedy 1994", ["The Mask"]), ("한국", ["Parasite"]), ("한국 스릴러", ["Parasite"]),
      // Initial consonants and unfinished syllables.
      ("업", ["Up", "Don't Look Up"]), ("ㄱㅅㅊ", ["Parasite"]), ("ㅅㅇㅇㅊㅇ", ["Memories of Murder"]),
      ("기새", ["Parasite"]),
      ("올드볻", ["Oldboy"]),
      // Typing errors, and one word too many.
      ("parasiet", ["Parasite"]), ("incpetion", ["Inception"]), ("teh matrix", ["The Matrix"]), ("기셍충", ["Parasite"]),
      ("shawshenk redemtion", ["The Shawshank Redemption"]), ("scorcese", ["The Wolf of Wall Street"]),
      ("parasite xyzzy", ["Parasite"]), ("movie parasite", ["Parasite"]), ("dune 1871", ["Dune"]),
    ] as [(String, [String])])
  func `a query has these first results`(query: String, titles: [String]) async throws {
    #expect(try await Self.found(query, count: titles.count).map(\.title) == titles)
  }

  @Test(arguments: ["xyzzy", "xyzzy xyzzy", "기생충기생충", "…", "'", "🎬", "\u{0}", "?!"])
  func `a query without matches finds nothing`(query: String) async throws {
    #expect(try await Self.found(query).isEmpty)
  }

  @Test(arguments: [
    "\"", "\"\"", "a\"b", "AND", "OR", "NOT", "NEAR", "NEAR(a b)", "a AND", "a OR b", "NOT parasite", "title:parasite",
    "{title people} : a", "a*", "*", "^a", "+a", "-a", "(a", ")", "a + b", "\\", ";", "--", "'; DROP TABLE film; --",
    "%", "_",
    "\u{0}", "a\u{0}b", "\u{202E}abc", "🎬🎥 film", "e\u{301}\u{301}\u{301}", "\u{FFFD}", "\u{FEFF}a", "ᄀ", "ㄱ", "ㅏ",
  ])
  func `no query has a syntax`(query: String) async throws {
    let found = try await Self.found(query)
    #expect(found.count <= Self.filmCount)
    #expect(Set(found.map(\.id)).count == found.count)
  }

  @Test func `operators are ordinary words`() async throws {
    #expect(try await Self.found("the good AND the bad").first?.title == "The Good, the Bad and the Ugly")
    #expect(try await Self.found("\"parasite\"").map(\.title) == ["Parasite"])
    #expect(try await Self.found("title:parasite").map(\.title) == ["Parasite"])
  }

  @Test(arguments: [
    String(repeating: "a", count: 1 << 20), String(repeating: "a ", count: 1 << 19),
    String(repeating: "기", count: 350_000),
    String(repeating: "\"", count: 1 << 20), String(repeating: "the ", count: 1 << 18),
    String(repeating: "\u{301}", count: 1 << 19),
  ])
  func `a query may be a megabyte long`(query: String) async throws {
    #expect(try await Self.found(query).count <= Self.filmCount)
  }

  @Test func `each of a film's titles finds it first, unless others share the title`() async throws {
    func keys(_ title: String) -> Set<[UInt8]> {
      var (text, keys) = (TitleForms(), Set<[UInt8]>())
      Array(TextFolding.fold(title).utf8).withUnsafeBufferPointer { text.parse($0) }
      text.forEachKey { key, _ in keys.insert(Array(key)) }
      return keys
    }
    let films = try LocalCatalog.builtinFilms.get()
    let titles = (0..<films.count).map { rank in
      CatalogLanguage.all.indices.map { films.movie(rank, in: $0) }
        .flatMap { [$0.title] + [$0.originalTitle].compactMap(\.self) }
    }
    let allKeys = titles.map { $0.reduce(into: Set<[UInt8]>()) { $0.formUnion(keys($1)) } }
    for (rank, titles) in titles.enumerated() {
      for title in titles {
        let found = films.search.search(TextFolding.foldedQuery(title), count: 2_000).ranks
        let place = try #require(found.firstIndex(of: rank), "\(title) finds no such film")
        for other in found[..<place] {
          #expect(!allKeys[other].isDisjoint(with: keys(title)), "\(title) finds \(other) first")
        }
      }
    }
  }

  @Test func `a year narrows a search`() async throws {
    let found = try await Self.found("the", year: 1999)
    #expect(found.count > 3)
    #expect(found.allSatisfy { $0.year == 1999 })
    #expect(try await Self.found("parasite", year: 2018).isEmpty)
  }

  @Test func `the batches of a search contain every film exactly once`() async throws {
    let all = try await Self.found("a")
    var movies: [Movie] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await Self.catalog.batch(of: .search(SearchQuery(text: "a")), at: position, count: 7)
      #expect(batch.total == all.count && batch.totalIsExact)
      movies += batch.movies
      cursor = batch.next
    }
    #expect(movies == all)
    #expect(Set(movies.map(\.id)).count == movies.count)
  }

  @Test func `searches may run concurrently`() async throws {
    try await withThrowingTaskGroup { group in
      for query in ["p", "기생충", "nolan", "2001", "the godfather"] + (0..<20).map({ "a\($0)" }) {
        group.addTask { _ = try await Self.found(query) }
      }
      try await group.waitForAll()
    }
    #expect(try await Self.found("기생충").map(\.title) == ["Parasite"])
  }

  @Test(arguments: [
    ("tt6751668", ["Parasite"]), ("builtin:tt6751668", ["Parasite"]), ("imdb:tt6751668", ["Parasite"]),
    ("https://www.imdb.com/title/tt6751668/?ref_=fn", ["Parasite"]),
    ("https://letterboxd.com/film/parasite-2019/", ["Parasite"]),
    ("letterboxd.com/film/the-godfather", ["The Godfather"]),
    ("letterboxd.com/film/et-the-extra-terrestrial", ["E.T. the Extra-Terrestrial"]),
    ("letterboxd.com/film/la-confidential-1997", ["L.A. Confidential"]),
    ("letterboxd.com/film/mr-mrs-smith", ["Mr. & Mrs. Smith"]),
    ("letterboxd.com/film/fast-furious-6", ["Fast & Furious 6"]),
    ("letterboxd.com/film/pride-prejudice", ["Pride & Prejudice"]), ("TT6751668", ["Parasite"]),
    ("tt0000001", []), ("builtin:1", []), ("https://letterboxd.com/film/godfather-of-nothing/", []),
  ])
  func `an id and a URL find their film alone`(_ query: String, _ titles: [String]) async throws {
    #expect(try await Self.found(query).map(\.title) == titles)
  }
}
