import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBDetailTests {
  private func detail(_ language: String? = "ko-KR", _ body: JSON = TMDBBodies.detail) throws -> MovieDetail {
    try #require(TMDBBodies.decoder(language).detail(body: body))
  }

  @Test
  func `a detail has what lists show, and its makers`() throws {
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
  func `each untranslated text is English`() throws {
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
  func `the cast is in billing order, with portraits`() throws {
    let cast = try detail().castMembers
    #expect(cast.map(\.name) == ["First", "Second"])
    #expect(cast.map(\.character) == ["The Man", nil])
    #expect(cast.map(\.profileUrl) == ["https://image.tmdb.org/t/p/w185/face.jpg", nil])
  }

  @Test
  func `the crew is in order of rank, then of departments, without duplicates`() throws {
    #expect(
      try detail().crewMembers.map { "\($0.name): \($0.job)" } == [
        "Maker: Director", "Author: Screenplay", "Maker: Story", "Cutter: Editor", "Helping Hand: Assistant Director",
        "Light: Director", "Extra: Rainmaker",
      ])
  }

  @Test
  func `two people with the same name and job are both listed`() throws {
    let crew: JSON = [
      ["id": 1, "name": "A", "department": "Directing", "job": "Director"],
      ["id": 2, "name": "A", "department": "Directing", "job": "Director"],
    ]
    let detail = try detail("ko", TMDBBodies.detail.with("credits", ["crew": crew]))
    #expect(detail.crewMembers.count == 2)
    #expect(detail.movie.directors == ["A"])
  }

  @Test
  func `trailers are in order of kind, officialness and language, and only those on known sites are listed`() throws {
    let trailers = try detail().trailers
    #expect(
      trailers.map(\.url) == [
        "https://vimeo.com/12345", "https://www.youtube.com/watch?v=trailer-en", "https://www.youtube.com/watch?v=fan",
        "https://www.youtube.com/watch?v=teaser_en", "https://www.youtube.com/watch?v=clip",
      ])
    #expect(trailers.map(\.kind) == [.trailer, .trailer, .trailer, .teaser, .clip])
    #expect(trailers.map(\.language) == ["ko", "en", "en", "en", "en"])
    #expect(trailers.map(\.isOfficial) == [true, true, false, true, true])
    #expect(trailers.map(\.publishedAt) == ["2019-04-01T09:00:00Z", nil, nil, nil, nil])
    #expect(try detail("en").trailers.map(\.name) == ["Trailer", "예고편", "Fan cut", "Teaser", "Clip"])
  }

  @Test(
    arguments: [
      ("Trailer", "Official Trailer", .trailer), ("Teaser", "Official Teaser", .teaser), ("Clip", "Clip", .clip),
      ("Featurette", "Making of", .featurette), ("Behind the Scenes", "On set", .behindTheScenes),
      ("Teaser", "TV Spot #2", .spot), ("Teaser", "TV-Spot: Regen", .spot), ("Trailer", "30 Second Spot", .spot),
      ("Teaser", "TV 스팟", .spot), ("Teaser", "TVスポット", .spot), ("Teaser", "Spotlight", .teaser),
      ("Trailer", "See Spot Run - Trailer", .trailer), ("Bloopers", "Bloopers", .bloopers),
      ("Recap", "Recap", .recap), ("Opening Credits", "Titles", .openingCredits), ("Quiz", "Quiz", nil),
      ("", "Trailer", nil),
    ] as [(String, String, MovieDetail.Trailer.Kind?)])
  func `a video has a kind by its type and its title`(
    _ type: String, _ name: String, _ kind: MovieDetail.Trailer.Kind?
  ) throws {
    let video: JSON = ["key": "k", "site": "YouTube", "type": .string(type), "name": .string(name)]
    let body = TMDBBodies.detail.with("videos", ["results": [video]])
    #expect(try detail("en", body).trailers.map(\.kind) == [kind].compactMap(\.self))
  }

  @Test(
    arguments: [("ko-KR", "15"), ("en-US", "R"), ("ko", nil), ("en-GB", nil), ("de-DE", nil), (nil, nil)]
      as [(String?, String?)])
  func `the certification is that of the locale's country only`(_ language: String?, _ certification: String?) throws {
    let detail = try detail(language)
    #expect(detail.certification == certification)
    #expect(detail.certificationCountry == certification.map { _ in String(language?.suffix(2) ?? "") })
  }

  @Test
  func `releases have a day and a kind, and the first one in the country's cinemas dates the movie`() throws {
    let korean = try detail()
    #expect(
      korean.releases == [
        Release(country: "KR", kind: .theatrical, date: "2019-05-31", certification: "15"),
        Release(country: "KR", kind: .digital, date: "2019-07-01", certification: "15", note: "VOD"),
      ])
    #expect(korean.movie.releaseDate == "2019-05-31")
    #expect(try detail("ko").movie.releaseDate == "2019-05-30")
    #expect(try detail("en-US").movie.releaseDate == "2019-05-30")
  }

  @Test
  func `services are those of the country, in order of priority, with JustWatch's attribution`() throws {
    let watch = try #require(try detail().whereToWatch)
    #expect(watch.country == "KR")
    #expect(watch.link == "https://www.themoviedb.org/movie/4711/watch?locale=KR")
    #expect(watch.stream.map(\.name) == ["First", "Second"])
    #expect(watch.stream.first?.logoUrl == "https://image.tmdb.org/t/p/w154/a.jpg")
    #expect(watch.buy == [.init(name: "Shop")])
    #expect(watch.free.isEmpty && watch.ads.isEmpty && watch.rent.isEmpty)
    #expect(watch.attribution.contains("JustWatch"))
    for language in [nil, "ko", "en-US"] { #expect(try detail(language).whereToWatch == nil) }
  }

  @Test
  func `a detail has money, keywords, its collection and ids on other sites`() throws {
    let detail = try detail()
    #expect((detail.budget, detail.revenue) == (11_400_000, 2_923_706_026))
    #expect(detail.keywords == ["rain", "house"])
    #expect(detail.collection?.id.description == "tmdb:86")
    #expect(detail.collection?.name == "Weather Collection")
    #expect(detail.originCountries == ["KR"])
    var ids = ExternalIDs(imdb: "tt9876543")
    (ids.tmdb, ids.wikidata, ids.instagram) = ("4711", "Q4711", "rain.film")
    #expect(detail.externalIds == ids)
  }

  @Test
  func `languages are named in English, or in the requested language, and countries in English`() throws {
    let detail = try detail()
    #expect(detail.languages == ["한국어/조선말", "English"])
    #expect(try self.detail("en-US").languages == ["Korean", "English"])
    #expect(detail.countries == ["South Korea"])
    #expect(detail.companies.map(\.name) == ["Umbrella", "Puddle"])
    #expect(detail.companies.map(\.logoUrl) == ["https://image.tmdb.org/t/p/w154/logo.png", nil])
    #expect(detail.status == "Released")
  }

  @Test
  func `recommendations are movies without duplicates`() throws {
    let recommended = try detail().recommendations
    #expect(recommended.map(\.id.native) == ["1"])
    #expect(recommended.map(\.genres) == [["Drama"]])
  }

  @Test(arguments: [0, .null, -1, "", .number("1e99"), nil] as [JSON?])
  func `a runtime of zero is absent`(_ runtime: JSON?) throws {
    #expect(try detail("ko", TMDBBodies.detail.with("runtime", runtime)).movie.runtimeMinutes == nil)
  }

  @Test
  func `a member of the wrong type affects only itself`() {
    let places = TMDBBodies.detail.places
    #expect(places.count > 250)
    for (path, put) in places where path != "/id" {
      for value in TMDBBodies.strange {
        let detail = TMDBBodies.decoder("ko-KR").detail(body: put(value))
        #expect(detail?.movie.id.native == "4711", "\(path): \(value.jsonText)")
        #expect(detail?.movie.title.isEmpty == false, "\(path): \(value.jsonText)")
        if let detail { #expect(Self.isSound(detail), "\(path): \(value.jsonText)") }
      }
    }
  }

  /// Whether all values have the form that clients expect.
  private static func isSound(_ detail: MovieDetail) -> Bool {
    let texts =
      detail.keywords + detail.languages + detail.countries + detail.crewMembers.map(\.name)
      + detail.crewMembers.map(\.job) + detail.trailers.map(\.name) + detail.releases.compactMap(\.note)
      + (detail.whereToWatch?.providers.map(\.name) ?? [])
      + [detail.certification, detail.collection?.name].compactMap(\.self)
    let days = detail.releases.map(\.date) + [detail.movie.releaseDate].compactMap(\.self)
    let countries = detail.releases.map(\.country) + detail.originCountries
    let urls = detail.trailers.map(\.url) + [detail.whereToWatch?.link].compactMap(\.self)
    return !texts.contains("") && days.allSatisfy(CalendarDay.isDay) && urls.allSatisfy { WebAddress($0) != nil }
      && countries.allSatisfy { $0.utf8.count == 2 } && (detail.budget ?? 1) > 0 && (detail.revenue ?? 1) > 0
      && detail.releases.map(\.date) == detail.releases.map(\.date).sorted()
      && (detail.certification == nil) == (detail.certificationCountry == nil)
  }

  @Test(
    arguments: [
      [:], ["type": 3], ["type": 3, "release_date": ""], ["type": 3, "release_date": "2019-02-30T00:00:00.000Z"],
      ["type": 3, "release_date": "2019-13-01"], ["type": 3, "release_date": "soon"],
      ["type": 3, "release_date": 20190531],
      ["type": 3, "release_date": "2019-05-31x"], ["type": 3, "release_date": "0001-01-01T00:00:00.000Z"],
      ["type": 0, "release_date": "2019-05-31T00:00:00.000Z"], ["type": 7, "release_date": "2019-05-31T00:00:00.000Z"],
      ["type": "x", "release_date": "2019-05-31T00:00:00.000Z"],
      ["type": .number("1e300"), "release_date": "2019-05-31"],
    ] as [JSON])
  func `an unreadable release is left out, and the movie keeps the catalog's date`(_ release: JSON) throws {
    let releases: JSON = ["results": [["iso_3166_1": "KR", "release_dates": [release]]]]
    let detail = try detail("ko-KR", TMDBBodies.detail.with("release_dates", releases))
    #expect(detail.releases.isEmpty)
    #expect(detail.movie.releaseDate == "2019-05-30")
    #expect(detail.certification == nil)
  }

  @Test(arguments: [0, -5, .number("1e30"), .number("9223372036854775807"), "", "much", .null, []] as [JSON])
  func `an amount of money that cannot be true is left out`(_ amount: JSON) throws {
    #expect(try detail("ko", TMDBBodies.detail.with("budget", amount)).budget == nil)
    #expect(try detail("ko", TMDBBodies.detail.with("revenue", amount)).revenue == nil)
  }

  @Test
  func `a body without an id, or of another type, is not a movie`() {
    for body: JSON in [.null, 1, "x", [], [:], TMDBBodies.detail.with("id", nil)] {
      #expect(TMDBBodies.decoder(nil).detail(body: body) == nil)
    }
  }
}
