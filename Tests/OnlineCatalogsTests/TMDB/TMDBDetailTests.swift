import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBDetailTests {
  private func detail(_ language: String? = "ko-KR", _ body: JSON = TMDBBodies.detail) throws -> MovieDetail {
    try #require(TMDBBodies.decoder(language).detail(body: body))
  }

  @Test
  func `A detail has what lists show, and its makers`() throws {
    let movie = try detail().movie
    #expect(movie.id.description == "tmdb:4711")
    #expect(movie.title == "비 오는 날")
    #expect(movie.originalTitle == nil)
    #expect(movie.genres == ["드라마", "Thriller", "Clownery"])
    #expect(movie.directors == ["Maker"])
    #expect(movie.cast == ["First", "Second"])
    #expect(movie.runtimeMinutes == 133)
    #expect(movie.imdbId == "tt9876543")
    #expect(movie == TMDBBodies.decoder("ko-KR").movie(body: TMDBBodies.detail))
  }

  @Test
  func `Each untranslated text is English`() throws {
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

  @Test
  func `The cast is in billing order, with portraits`() throws {
    let cast = try detail().castMembers
    #expect(cast.map(\.name) == ["First", "Second"])
    #expect(cast.map(\.character) == ["The Man", nil])
    #expect(cast.map(\.profileUrl) == ["https://image.tmdb.org/t/p/w185/face.jpg", nil])
  }

  @Test
  func `The crew is in order of departments, without duplicates`() throws {
    #expect(
      try detail().crewMembers.map { "\($0.name): \($0.job)" } == [
        "Maker: Director", "Helping Hand: Assistant Director", "Author: Screenplay", "Maker: Story", "Cutter: Editor",
        "Extra: Rainmaker", "Light: Director",
      ])
  }

  @Test
  func `Two people with the same name and job are both listed`() throws {
    let crew: JSON = [
      ["id": 1, "name": "A", "department": "Directing", "job": "Director"],
      ["id": 2, "name": "A", "department": "Directing", "job": "Director"],
    ]
    let detail = try detail("ko", TMDBBodies.detail.with("credits", ["crew": crew]))
    #expect(detail.crewMembers.count == 2)
    #expect(detail.movie.directors == ["A"])
  }

  @Test
  func `Official trailers in the language come first, and only those on known sites are listed`() throws {
    #expect(
      try detail().trailers.map(\.url) == [
        "https://vimeo.com/12345", "https://www.youtube.com/watch?v=trailer-en",
        "https://www.youtube.com/watch?v=teaser_en", "https://www.youtube.com/watch?v=fan",
      ])
    #expect(try detail("en").trailers.map(\.name) == ["Trailer", "Teaser", "예고편", "Fan cut"])
  }

  @Test(arguments: [("ko-KR", "15"), ("ko", "R"), ("en-GB", "R"), ("de-DE", "R"), (nil, "R")] as [(String?, String)])
  func `The certification is the region's, else that of the United States`(_ language: String?, _ certification: String)
    throws
  {
    #expect(try detail(language).certification == certification)
  }

  @Test
  func `Names of languages and countries are English, and empty texts are left out`() throws {
    let detail = try detail()
    #expect(detail.languages == ["Korean", "English"])
    #expect(detail.countries == ["South Korea"])
    #expect(detail.companies.map(\.name) == ["Umbrella", "Puddle"])
    #expect(detail.companies.map(\.logoUrl) == ["https://image.tmdb.org/t/p/w154/logo.png", nil])
    #expect(detail.status == "Released")
  }

  @Test
  func `Recommendations are movies without duplicates`() throws {
    let recommended = try detail().recommendations
    #expect(recommended.map(\.id.native) == ["1"])
    #expect(recommended.map(\.genres) == [["Drama"]])
  }

  @Test(arguments: [0, .null, -1, "", .number("1e99"), nil] as [JSON?])
  func `A runtime of zero is absent`(_ runtime: JSON?) throws {
    #expect(try detail("ko", TMDBBodies.detail.with("runtime", runtime)).movie.runtimeMinutes == nil)
  }

  @Test
  func `A member of the wrong type affects only itself`() {
    let places = TMDBBodies.detail.places
    #expect(places.count > 250)
    for (path, put) in places where path != "/id" {
      for value in TMDBBodies.strange {
        let detail = TMDBBodies.decoder("ko-KR").detail(body: put(value))
        #expect(detail?.movie.id.native == "4711", "\(path): \(value.jsonText)")
        #expect(detail?.movie.title.isEmpty == false, "\(path): \(value.jsonText)")
      }
    }
  }

  @Test
  func `A body without an id, or of another type, is not a movie`() {
    for body: JSON in [.null, 1, "x", [], [:], TMDBBodies.detail.with("id", nil)] {
      #expect(TMDBBodies.decoder(nil).detail(body: body) == nil)
    }
  }
}
