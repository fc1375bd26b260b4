import JSON
import MovieCore
import TestSupport
import Testing

/// A stored text is sent as it is only if it is a movie as the program writes it.
struct MovieTextTests {
  private static let id = MovieID(catalog: "tmdb", native: "496243")

  /// A movie with every member, and one with none that can be absent.
  private static let movies: [Movie] = {
    var movie = Movie(id: id, title: "\"기생충\" \\ é")
    (movie.originalTitle, movie.originalLanguage, movie.year) = ("Gisaengchung", "ko", 2019)
    (movie.releaseDate, movie.overview) = ("2019-05-30", "A family’s… “plan”.\n\tAnother one 👪")
    (movie.genres, movie.directors, movie.cast) = (["Drama", "Thriller"], ["봉준호"], [])
    (movie.rating, movie.votes, movie.runtimeMinutes) = (8.5, 19_000, 132)
    (movie.posterUrl, movie.backdropUrl) = ("https://image.example/p.jpg", "https://image.example/b.jpg")
    (movie.link, movie.imdbId, movie.isAdult) = ("https://www.themoviedb.org/movie/496243", "tt6751668", true)
    return [movie, Movie(id: id, title: "A")]
  }()

  @Test(arguments: movies)
  func `the text of a movie is accepted as it is`(movie: Movie) {
    let text = MovieText(json: movie.jsonText, id: movie.id)
    #expect(text == MovieText(movie))
    #expect(text?.json == movie.jsonText && text?.movie == movie)
    #expect(text?.posterUrl == movie.posterUrl && text?.backdropUrl == movie.backdropUrl)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"id":"tmdb:496243"}"#,
    #"{"id":"tmdb:1","title":"A","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"secret":1}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[]} "#,
    #"{"id":"tmdb:496243", "title":"A","genres":[],"directors":[],"cast":[]}"#,
    #"{"title":"A","id":"tmdb:496243","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","title":"B","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[,],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":["B",],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[1],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"rating":10.5}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"rating":-1}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"rating":8.}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"votes":01}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"votes":1e9}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"votes":null}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"adult":false}"#,
    #"{"id":"tmdb:496243","title":"\uD800","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"\x","genres":[],"directors":[],"cast":[]}"#,
    "{\"id\":\"tmdb:496243\",\"title\":\"\n\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    #"{"id":"tmdb:496243","title":"A\nB","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A\u001b[2J","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":["\b"],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"posterUrl":"file:///etc/passwd"}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[],"directors":[],"cast":[],"link":"javascript:alert(1)"}"#,
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{9B}2J\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{7F}\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{202E}B\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{2068}B\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    #"{"id":"tmdb:496243","title":" A","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A  B","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":" ","genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","genres":[""],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","year":123456,"genres":[],"directors":[],"cast":[]}"#,
    #"{"id":"tmdb:496243","title":"A","releaseDate":"soon","genres":[],"directors":[],"cast":[]}"#,
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{FEFF}\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    "{\"id\":\"tmdb:496243\",\"title\":\"A\u{A0}B\",\"genres\":[],\"directors\":[],\"cast\":[]}",
    "{\"id\":\"tmdb:496243\",\"title\":\"\u{2029}\",\"genres\":[],\"directors\":[],\"cast\":[]}",
  ])
  func `another text is not accepted`(text: String) { #expect(MovieText(json: text, id: Self.id) == nil) }

  @Test func `a text whose parts are too long is not accepted`() {
    var movie = Self.movies[1]
    movie.cast = [String](repeating: String(repeating: "x", count: 1_000), count: 100)
    #expect(MovieText(json: movie.jsonText, id: movie.id) == nil)
    movie = Movie(id: Self.id, title: String(repeating: "x", count: 5_000))
    #expect(MovieText(json: movie.jsonText, id: movie.id) == nil)
  }

  @Test(arguments: 0..<UInt64(8))
  func `a changed text that is accepted is still a movie on one line`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = Array(Self.movies[0].jsonText.utf8)
    var accepted = 0
    for _ in 0..<4_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(original[Int.random(in: original.indices, using: &generator)], at: index)
        }
      }
      guard let text = MovieText(json: String(decoding: bytes, as: UTF8.self), id: Self.id) else { continue }
      accepted += 1
      let movie = try Movie(json: JSON.parse(text.json), path: "movie")
      #expect(movie.id == Self.id && movie == text.movie)
      #expect(movie.posterUrl == text.posterUrl && movie.backdropUrl == text.backdropUrl)
      #expect(!text.json.unicodeScalars.contains { $0.isControl || $0.isDirectionControl })
    }
    // Most changes are inside of strings.
    #expect(accepted > 500)
  }
}
