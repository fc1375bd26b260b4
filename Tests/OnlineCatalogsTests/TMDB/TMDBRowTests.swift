import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBRowTests {
  private func movie(_ changes: [(String, JSON?)] = [], in language: String? = nil, english: JSON? = nil) -> Movie? {
    let fallback = english.map { [4711: TMDBTexts($0)] } ?? [:]
    return TMDBBodies.decoder(language).movies([TMDBBodies.row(changes)], english: fallback).first
  }

  @Test
  func `a row becomes a movie with all its data`() {
    var expected = Movie(id: MovieID(catalog: "tmdb", native: "4711"), title: "Rainy Day")
    expected.originalTitle = "비 오는 날"
    expected.originalLanguage = "ko"
    expected.year = 2019
    expected.releaseDate = "2019-05-30"
    expected.genres = ["Drama", "Thriller"]
    expected.overview = "A house, and rain."
    expected.rating = 7.811
    expected.votes = 42
    expected.posterUrl = "https://image.tmdb.org/t/p/w342/poster.jpg"
    expected.backdropUrl = "https://image.tmdb.org/t/p/w780/backdrop.jpg"
    expected.link = "https://www.themoviedb.org/movie/4711"
    #expect(movie() == expected)
  }

  @Test(arguments: [(true, true), (false, false), (nil, false), ("true", false), (1, false)] as [(JSON?, Bool)])
  func `only a movie that the service calls adult is adult`(_ value: JSON?, _ isAdult: Bool) {
    #expect(movie([("adult", value)])?.isAdult == isAdult)
  }

  @Test
  func `the texts of a row become plain text`() {
    let movie = movie([
      ("title", "<i>Tom</i> &amp; Jerry"), ("original_title", "Tom &amp; Jerry"), ("overview", "Cat<br>&amp; mouse."),
    ])
    #expect(movie?.title == "Tom & Jerry")
    #expect(movie?.originalTitle == nil)
    #expect(movie?.overview == "Cat & mouse.")
  }

  @Test
  func `a row without a poster stays in the list`() {
    #expect(movie([("poster_path", .null)]) != nil)
    #expect(movie([("poster_path", .null)])?.posterUrl == nil)
  }

  @Test(
    arguments: [
      ("release_date", "", \Movie.releaseDate), ("release_date", nil, \.releaseDate),
      ("release_date", "2019-13-01", \.releaseDate), ("release_date", "2019-02-31", \.releaseDate),
      ("release_date", "1900-02-29", \.releaseDate), ("release_date", "30.5.2019", \.releaseDate),
      ("overview", "", \.overview), ("overview", 7, \.overview), ("poster_path", "", \.posterUrl),
      ("original_title", "Rainy Day", \.originalTitle), ("original_language", "xx", \.originalLanguage),
      ("original_language", "", \.originalLanguage), ("original_language", "Korean", \.originalLanguage),
      ("backdrop_path", .null, \.backdropUrl), ("backdrop_path", "b.jpg", \.backdropUrl),
    ] as [(String, JSON?, any KeyPath<Movie, String?> & Sendable)])
  func `unreadable values are left out`(
    _ name: String, _ value: JSON?, _ member: any KeyPath<Movie, String?> & Sendable
  ) throws {
    let movie = try #require(self.movie([(name, value)]))
    #expect(movie[keyPath: member] == nil)
    if name == "release_date" { #expect(movie.year == nil) }
  }

  @Test(
    arguments: [
      (7, 42, 7), (10, 1, 10), (0, 5, 0), (0, 0, nil), (8, 0, nil), (0, nil, nil), (6, nil, 6), (11, 5, nil),
      (-1, 5, nil), ("7.5", "12", 7.5), (.null, 5, nil),
    ] as [(JSON, JSON?, Double?)])
  func `there is no rating without votes`(_ average: JSON, _ votes: JSON?, _ rating: Double?) {
    let movie = movie([("vote_average", average), ("vote_count", votes)])
    #expect(movie != nil)
    #expect(movie?.rating == rating)
  }

  @Test(
    arguments: [([], []), (nil, []), (.null, []), ([99999], []), (["x", 53], ["Thriller"])] as [(JSON?, [String])])
  func `missing or unknown genres affect only themselves`(_ ids: JSON?, _ names: [String]) {
    #expect(movie([("genre_ids", ids)])?.genres == names)
  }

  @Test
  func `a row is skipped if it has no id or title, or is not a movie`() {
    for id: JSON? in [nil, .null, 0, -1, "x", .number("1.5"), .number("99999999999"), []] {
      #expect(movie([("id", id)]) == nil)
    }
    #expect(movie([("title", ""), ("original_title", nil)]) == nil)
    #expect(movie([("title", nil)])?.title == "비 오는 날")
    #expect(movie([("media_type", "tv")]) == nil)
    #expect(movie([("media_type", "movie")]) != nil)
    #expect(TMDBBodies.decoder(nil).movies([.null, 1, "x", [], [:]]).isEmpty)
  }

  @Test
  func `only missing texts are English`() {
    let english = TMDBBodies.row([("title", "English"), ("overview", "In English.")])
    let translated = movie([("title", "Titel"), ("overview", "Auf Deutsch.")], in: "de", english: english)
    #expect(translated?.title == "Titel")
    #expect(translated?.overview == "Auf Deutsch.")
    #expect(movie([("title", "Titel"), ("overview", "")], in: "de", english: english)?.title == "Titel")
    #expect(movie([("title", "Titel"), ("overview", "")], in: "de", english: english)?.overview == "In English.")
    #expect(movie([("title", "")], in: "de", english: english)?.title == "English")
  }

  @Test
  func `an untranslated title is English, except in the film's own language`() {
    let english = TMDBBodies.row([("title", "English")])
    let untranslated: [(String, JSON?)] = [("title", "비 오는 날"), ("overview", "")]
    #expect(movie(untranslated, in: "de", english: english)?.title == "English")
    #expect(movie(untranslated, in: "de", english: english)?.originalTitle == "비 오는 날")
    #expect(movie(untranslated, in: "ko-KR", english: english)?.title == "비 오는 날")
    #expect(movie([("title", "비 오는 날")], in: "de", english: english)?.title == "비 오는 날")
    let cantonese: [(String, JSON?)] = untranslated + [("original_language", "cn")]
    #expect(movie(cantonese, in: "zh-HK", english: english)?.title == "비 오는 날")
  }

  @Test
  func `a member of the wrong type affects at most its row`() throws {
    let page: JSON = [
      "page": 1, "results": [TMDBBodies.row(), TMDBBodies.row([("id", 2)])], "total_pages": 3, "total_results": 42,
    ]
    for (path, put) in page.places {
      for value in TMDBBodies.strange {
        let page = TMDBPage(put(value), number: 1, isStale: false)
        let count = TMDBBodies.decoder("ko").movies(page?.rows ?? []).count
        let least = path == "/results" ? 0 : path.hasPrefix("/results/") ? 1 : 2
        #expect(count >= least, "\(path): \(value.jsonText)")
        if let page { #expect((0...10_000).contains(page.total)) }
      }
    }
  }
}
