import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

@Suite("A movie of TMDB with all that is appended to it")
struct TMDBDetailTests {
  private func detail(_ language: String? = "ko-KR", _ body: JSON = TMDBBodies.detail) throws -> MovieDetail {
    try #require(TMDBBodies.mapping(language).detail(body: body))
  }

  @Test("Has what lists show, and who made it")
  func movie() throws {
    let movie = try detail().movie
    #expect(movie.id.description == "tmdb:4711")
    #expect(movie.title == "비 오는 날")
    #expect(movie.originalTitle == nil)
    #expect(movie.genres == ["드라마", "Thriller", "Clownery"])
    #expect(movie.directors == ["Maker"])
    #expect(movie.cast == ["First", "Second"])
    #expect(movie.runtimeMinutes == 133)
    #expect(movie.imdbId == "tt9876543")
    #expect(movie == TMDBBodies.mapping("ko-KR").movie(body: TMDBBodies.detail))
  }

  @Test("Texts that are not translated are English, each for itself")
  func fallback() throws {
    let korean = try detail()
    #expect(korean.movie.overview == "A house, and rain.")
    #expect(korean.tagline == "It pours.")
    #expect(korean.homepage == "https://rain.example/")
    let portuguese = try detail("pt-PT", TMDBBodies.detail.with("overview", "Uma casa."))
    #expect(portuguese.movie.title == "Dia de Chuva")
    #expect(portuguese.movie.overview == "Uma casa.")
    #expect(portuguese.tagline == "Chove.")
    #expect(try detail("de").movie.title == "Rainy Day")
    #expect(try detail("de").movie.originalTitle == "비 오는 날")
    let untranslated = try detail("de", TMDBBodies.detail.with("translations", nil))
    #expect(untranslated.movie.title == "비 오는 날")
    #expect(untranslated.movie.overview == nil)
    #expect(untranslated.tagline == nil)
  }

  @Test("The cast is as billed, with portraits")
  func cast() throws {
    let cast = try detail().castMembers
    #expect(cast.map(\.name) == ["First", "Second"])
    #expect(cast.map(\.character) == ["The Man", nil])
    #expect(cast.map(\.profileUrl) == ["https://image.tmdb.org/t/p/w185/face.jpg", nil])
  }

  @Test("The crew is in order of departments, everybody once a job")
  func crew() throws {
    #expect(
      try detail().crewMembers.map { "\($0.name): \($0.job)" } == [
        "Maker: Director", "Helping Hand: Assistant Director", "Author: Screenplay", "Maker: Story", "Cutter: Editor",
        "Extra: Rainmaker", "Light: Director",
      ])
  }

  @Test("Two of the same name and job are two")
  func namesakes() throws {
    let crew: JSON = [
      ["id": 1, "name": "A", "department": "Directing", "job": "Director"],
      ["id": 2, "name": "A", "department": "Directing", "job": "Director"],
    ]
    let detail = try detail("ko", TMDBBodies.detail.with("credits", ["crew": crew]))
    #expect(detail.crewMembers.count == 2)
    #expect(detail.movie.directors == ["A"])
  }

  @Test("Trailers are official ones first, in the language, and only where they can be seen")
  func trailers() throws {
    #expect(
      try detail().trailers.map(\.url) == [
        "https://vimeo.com/12345", "https://www.youtube.com/watch?v=trailer-en",
        "https://www.youtube.com/watch?v=teaser_en", "https://www.youtube.com/watch?v=fan",
      ])
    #expect(try detail("en").trailers.map(\.name) == ["Trailer", "Teaser", "예고편", "Fan cut"])
  }

  @Test(
    "The certification is the region's, or else that of the United States",
    arguments: [("ko-KR", "15"), ("ko", "R"), ("en-GB", "R"), ("de-DE", "R"), (nil, "R")] as [(String?, String)])
  func certification(_ language: String?, _ certification: String) throws {
    #expect(try detail(language).certification == certification)
  }

  @Test("Names of languages and countries are English, empty texts are left out")
  func names() throws {
    let detail = try detail()
    #expect(detail.languages == ["Korean", "English"])
    #expect(detail.countries == ["South Korea"])
    #expect(detail.companies.map(\.name) == ["Umbrella", "Puddle"])
    #expect(detail.companies.map(\.logoUrl) == ["https://image.tmdb.org/t/p/w154/logo.png", nil])
    #expect(detail.status == "Released")
  }

  @Test("Recommendations are movies, each once")
  func recommendations() throws {
    let recommended = try detail().recommendations
    #expect(recommended.map(\.id.native) == ["1"])
    #expect(recommended.map(\.genres) == [["Drama"]])
  }

  @Test("A runtime of zero is none", arguments: [0, .null, -1, "", .number("1e99"), nil] as [JSON?])
  func runtime(_ runtime: JSON?) throws {
    #expect(try detail("ko", TMDBBodies.detail.with("runtime", runtime)).movie.runtimeMinutes == nil)
  }

  @Test("A member of any kind where another is expected costs only itself")
  func misshapen() {
    let places = TMDBBodies.detail.places
    #expect(places.count > 250)
    for (path, put) in places where path != "/id" {
      for value in TMDBBodies.strange {
        let detail = TMDBBodies.mapping("ko-KR").detail(body: put(value))
        #expect(detail?.movie.id.native == "4711", "\(path): \(value.jsonText)")
        #expect(detail?.movie.title.isEmpty == false, "\(path): \(value.jsonText)")
      }
    }
  }

  @Test("Without an id, or as no object at all, it is no movie")
  func unreadable() {
    for body: JSON in [.null, 1, "x", [], [:], TMDBBodies.detail.with("id", nil)] {
      #expect(TMDBBodies.mapping(nil).detail(body: body) == nil)
    }
  }
}
