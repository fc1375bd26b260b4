import JSON
import MovieCore
import Testing

struct MovieJSONTests {
  private static let whole: Movie = {
    var movie = Movie(id: MovieID(catalog: "builtin", native: "tt6751668"), title: "Parasite")
    movie.originalTitle = "기생충"
    movie.originalLanguage = "ko"
    movie.year = 2019
    movie.releaseDate = "2019-05-30"
    movie.genres = ["Drama", "Thriller"]
    movie.directors = ["Bong Joon Ho"]
    movie.cast = ["Song Kang-ho", "Choi \"Woo\" \\ shik"]
    movie.overview = "Two families,\none house."
    movie.rating = 8.5
    movie.votes = 1_000_000
    movie.runtimeMinutes = 132
    movie.posterUrl = "https://example.org/p.jpg"
    movie.backdropUrl = "https://example.org/b.jpg"
    movie.link = "https://example.org/m"
    movie.imdbId = "tt6751668"
    movie.isAdult = true
    return movie
  }()

  @Test(
    arguments: [
      \.originalTitle, \.originalLanguage, \.releaseDate, \.overview, \.posterUrl, \.backdropUrl, \.link, \.imdbId,
    ] as [WritableKeyPath<Movie, String?> & Sendable])
  func `the estimated size counts every text`(_ text: WritableKeyPath<Movie, String?> & Sendable) {
    var movie = Self.whole
    movie[keyPath: text] = String(repeating: "x", count: 10_000)
    #expect(movie.estimatedBytes >= movie.jsonBytes.count)
  }

  @Test func `a movie is read as it was written`() throws {
    let movie = Self.whole
    #expect(try Movie(json: JSON.parse(movie.jsonText), path: "movie") == movie)

    let bare = Movie(id: MovieID(catalog: "x", native: "1"), title: "M")
    #expect(try Movie(json: JSON.parse(bare.jsonText), path: "movie") == bare)
  }

  @Test func `members are written in a fixed order, without those that have no value`() throws {
    guard case .object(let members) = try JSON.parse(Self.whole.jsonText) else {
      Issue.record("not an object")
      return
    }
    #expect(
      members.map(\.name) == [
        "id", "title", "originalTitle", "originalLanguage", "year", "releaseDate", "genres", "directors", "cast",
        "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult",
      ])
    #expect(
      Movie(id: MovieID(catalog: "x", native: "1"), title: "M").jsonText
        == #"{"id":"x:1","title":"M","genres":[],"directors":[],"cast":[]}"#)
  }

  @Test func `null is the same as absent, and unknown members are ignored`() throws {
    let text = """
      {"id":"x:1","title":"M","year":null,"genres":null,"rating":null,"isFavorite":true,"starredAt":"2026","more":{}}
      """
    #expect(
      try Movie(json: JSON.parse(text), path: "movie") == Movie(id: MovieID(catalog: "x", native: "1"), title: "M"))
  }

  @Test func `a member that is true or absent may be written as false`() throws {
    let movie = try Movie(json: JSON.parse(#"{"id":"x:1","title":"M","adult":false}"#), path: "movie", isStrict: true)
    #expect(!movie.isAdult)
    #expect(movie.jsonText == #"{"id":"x:1","title":"M","genres":[],"directors":[],"cast":[]}"#)
  }

  @Test(arguments: [
    (#"[]"#, "movie"),
    (#""x:1""#, "movie"),
    (#"null"#, "movie"),
    (#"{"title":"M"}"#, "movie.id"),
    (#"{"id":null,"title":"M"}"#, "movie.id"),
    (#"{"id":1,"title":"M"}"#, "movie.id"),
    (#"{"id":"tt1","title":"M"}"#, "movie.id"),
    (#"{"id":"x:1"}"#, "movie.title"),
    (#"{"id":"x:1","title":""}"#, "movie.title"),
    (#"{"id":"x:1","title":["M"]}"#, "movie.title"),
    (#"{"id":"x:1","title":"M","originalTitle":1}"#, "movie.originalTitle"),
    (#"{"id":"x:1","title":"M","year":"2019"}"#, "movie.year"),
    (#"{"id":"x:1","title":"M","year":2019.5}"#, "movie.year"),
    (#"{"id":"x:1","title":"M","year":true}"#, "movie.year"),
    (#"{"id":"x:1","title":"M","releaseDate":20190530}"#, "movie.releaseDate"),
    (#"{"id":"x:1","title":"M","genres":"Drama"}"#, "movie.genres"),
    (#"{"id":"x:1","title":"M","genres":["Drama",null]}"#, "movie.genres"),
    (#"{"id":"x:1","title":"M","directors":[1]}"#, "movie.directors"),
    (#"{"id":"x:1","title":"M","cast":{}}"#, "movie.cast"),
    (#"{"id":"x:1","title":"M","overview":false}"#, "movie.overview"),
    (#"{"id":"x:1","title":"M","rating":"8"}"#, "movie.rating"),
    (#"{"id":"x:1","title":"M","rating":10.1}"#, "movie.rating"),
    (#"{"id":"x:1","title":"M","rating":-1}"#, "movie.rating"),
    (#"{"id":"x:1","title":"M","rating":1e999}"#, "movie.rating"),
    (#"{"id":"x:1","title":"M","votes":1.5}"#, "movie.votes"),
    (#"{"id":"x:1","title":"M","votes":9223372036854775808}"#, "movie.votes"),
    (#"{"id":"x:1","title":"M","runtimeMinutes":"132"}"#, "movie.runtimeMinutes"),
    (#"{"id":"x:1","title":"M","posterUrl":{}}"#, "movie.posterUrl"),
    (#"{"id":"x:1","title":"M","link":[]}"#, "movie.link"),
    (#"{"id":"x:1","title":"M","backdropUrl":1}"#, "movie.backdropUrl"),
    (#"{"id":"x:1","title":"M","originalLanguage":["ko"]}"#, "movie.originalLanguage"),
    (#"{"id":"x:1","title":"M","adult":1}"#, "movie.adult"),
    (#"{"id":"x:1","title":"M","imdbId":7}"#, "movie.imdbId"),
  ])
  func `a wrong member is named`(text: String, field: String) throws {
    let json = try JSON.parse(text)
    let error = #expect(throws: MovieError.self) { try Movie(json: json, path: "movie") }
    #expect(error?.reason == .invalidParams)
    #expect(error?.field == field)
    #expect(error?.message.contains(field) == true)
  }

  @Test(arguments: [
    (#"{"id":"x:1","title":"M","votes":-1}"#, "movie.votes"),
    (#"{"id":"x:1","title":"M","runtimeMinutes":-5}"#, "movie.runtimeMinutes"),
    (#"{"id":"x:1","title":"M","releaseDate":"soon"}"#, "movie.releaseDate"),
    (#"{"id":"x:1","title":"M","releaseDate":"2001-02-29"}"#, "movie.releaseDate"),
    (#"{"id":"x:1","title":"M","link":"javascript:alert(1)"}"#, "movie.link"),
    (#"{"id":"x:1","title":"M","link":"-h"}"#, "movie.link"),
    (#"{"id":"x:1","title":"M","posterUrl":"file:///etc/passwd"}"#, "movie.posterUrl"),
    (#"{"id":"x:1","title":"M","backdropUrl":"http://user@image.example/"}"#, "movie.backdropUrl"),
  ])
  func `values that a client must not send are left out of a stored favorite`(text: String, field: String) throws {
    let json = try JSON.parse(text)
    #expect(try Movie(json: json, path: "movie") == Movie(id: MovieID(catalog: "x", native: "1"), title: "M"))
    let error = #expect(throws: MovieError.self) { try Movie(json: json, path: "movie", isStrict: true) }
    #expect(error?.reason == .invalidParams)
    #expect(error?.field == field)
    _ = try Movie(json: JSON.parse(Self.whole.jsonText), path: "movie", isStrict: true)
  }

  @Test func `texts are cleaned and cut`() throws {
    let long = String(repeating: "x", count: 20_000)
    var json = try JSON.parse(
      #"""
      {"id":"x:1","title":" M\u001b]0;x\u0007\u202e ","originalTitle":"a\nb","genres":["\u009bDrama","\u0000"],
       "overview":"One.\r\n\u001bTwo.","imdbId":"\u2066tt1\u2069"}
      """#)
    let movie = try Movie(json: json, path: "movie", isStrict: true)
    #expect([movie.title, movie.originalTitle, movie.overview] == ["M]0;x", "a b", "One.\nTwo."])
    #expect(movie.genres == ["Drama"] && movie.imdbId == "tt1")
    json = [
      "id": "x:1", "title": .string(long), "overview": .string(long + long), "cast": [.string(long), .string(long)],
    ]
    let cut = try Movie(json: json, path: "movie", isStrict: true)
    #expect(cut.title.utf8.count == 4_096 && cut.overview?.utf8.count == 16_384)
    #expect(cut.cast.map(\.utf8.count) == [4_096, 4_096])
  }

  @Test func `a title of control characters is none`() throws {
    let json = try JSON.parse(#"{"id":"x:1","title":"\u001b\u202e \n"}"#)
    let error = #expect(throws: MovieError.self) { try Movie(json: json, path: "movie", isStrict: true) }
    #expect(error?.field == "movie.title")
  }

  @Test(arguments: [("0", 0.0), ("10", 10.0), ("7.5", 7.5), ("1e1", 10.0)])
  func `a rating is a number from 0 to 10`(text: String, rating: Double) throws {
    let json = try JSON.parse(#"{"id":"x:1","title":"M","rating":\#(text)}"#)
    #expect(try Movie(json: json, path: "movie").rating == rating)
  }
}
