import MovieCore
import Testing

struct QueryReferenceTests {
  @Test(arguments: [
    "tt6751668", "TT6751668", "imdb:tt6751668", "builtin:tt6751668", "omdb:tt6751668",
    "https://www.imdb.com/title/tt6751668/",
    "https://m.imdb.com/title/tt6751668/?ref_=fn_al_tt_1", "http://imdb.com/title/tt6751668#cast",
    "www.imdb.com/title/tt6751668/reviews", "imdb.com/ko/title/tt6751668/", "HTTPS://WWW.IMDB.COM/title/tt6751668",
  ])
  func `an IMDb id is found alone, in an id of ours, and in a URL`(_ text: String) {
    #expect(QueryReference(text) == .imdb("tt6751668"))
  }

  @Test(arguments: [
    "tmdb:496243", "https://www.themoviedb.org/movie/496243", "https://www.themoviedb.org/movie/496243-parasite",
    "themoviedb.org/movie/496243-parasite?language=ko-KR", "https://www.themoviedb.org/movie/496243-parasite/cast",
  ])
  func `an id of ours and a URL of TMDB are the id of a movie`(_ text: String) {
    #expect(QueryReference(text) == .movie(MovieID(catalog: "tmdb", native: "496243")))
  }

  @Test(arguments: [
    ("https://letterboxd.com/film/the-dark-knight/", "the dark knight"), ("letterboxd.com/film/dune-2021", "dune 2021"),
    ("https://letterboxd.com/somebody/film/parasite-2019/1/", "parasite 2019"),
  ])
  func `a URL with a slug is a title in words`(_ text: String, _ title: String) {
    #expect(QueryReference(text) == .title(title))
  }

  @Test(arguments: [
    "parasite", "tt12", "tt6751668 parasite", "alien: romulus", "https://www.imdb.com/name/nm0094435/",
    "https://www.themoviedb.org/tv/1399", "https://www.themoviedb.org/movie/", "https://www.themoviedb.org/movie/-1",
    "https://letterboxd.com/film/", "https://letterboxd.com/film/%2F/…", "face/off", "v/h/s", "film/noir/x", "http://",
    "봉준호/기생충", "//film/x",
  ])
  func `words and other URLs are no reference`(_ text: String) {
    #expect(QueryReference(text) == nil || text.contains("%2F"))
  }

  @Test(arguments: [
    ("dune 1984", "dune", 1984), ("dune (1984)", "dune", 1984), ("blade  runner\t2049", "blade runner", 2049),
  ])
  func `a year at the end narrows a query`(_ text: String, _ words: String, _ year: Int) {
    let narrowed = SearchQuery(text: text, language: "ko").withoutTrailingYear
    #expect(narrowed == SearchQuery(text: words, year: year, language: "ko"))
  }

  @Test(arguments: ["1984", "dune", "1984 dune", "room 237", "dune 9999", "apollo 13", "dune 1984a", "dune (1984"])
  func `another number is part of the title`(_ text: String) {
    #expect(SearchQuery(text: text).withoutTrailingYear == nil)
  }

  @Test func `a year that the request gives leaves the text as it is`() {
    #expect(SearchQuery(text: "dune 1984", year: 2021).withoutTrailingYear == nil)
  }
}
