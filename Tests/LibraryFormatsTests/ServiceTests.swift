import MovieCore
import Testing

@testable import LibraryFormats

/// Exports as the services write them, with invented rows.
struct ServiceTests {
  @Test(arguments: [
    // 2012–17
    """
    "position","const","created","modified","description","Title","Title type","Directors","You rated","IMDb Rating",\
    "Runtime (mins)","Year","Genres","Num. Votes","Release Date (month/day/year)","URL"
    "1","tt0089881","Wed Oct  4 10:33:43 2012","","a note","Ran","Feature Film","Akira Kurosawa","9","8.2","160","1985",\
    "drama","1","1985-06-01","http://www.imdb.com/title/tt0089881/"
    """,
    // 2018–24
    """
    Position,Const,Created,Modified,Description,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,\
    Release Date,Directors,Your Rating,Date Rated
    1,tt0089881,2012-10-04,2012-10-04,a note,Ran,https://www.imdb.com/title/tt0089881/,movie,8.2,160,1985,"Action, \
    Drama",140000,1985-06-01,Akira Kurosawa,9,2024-03-01
    """,
    // mid-2024 on
    """
    Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,\
    Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated
    1,0089881,2012-10-04,2012-10-04,a note,Ran,Ran,https://www.imdb.com/title/tt0089881/,Film,8.2,160,1985,Drama,1,\
    1985,Akira Kurosawa,9,2024-03-01
    """,
  ])
  func `a watchlist of IMDb of any year is read`(text: String) throws {
    let file = try read(["WATCHLIST.csv": text])
    #expect(file.format == .imdb)
    let row = try #require(file.rows.first)
    let content = try row.content()
    #expect(content.film.imdb?.description == "tt0089881")
    #expect(content.film.year == 1985)
    #expect(content.fields.watchlistedAt == Timestamp.milliseconds("2012-10-04T12:00:00Z"))
    #expect(content.fields.note == "a note")
    #expect(content.fields.ratingTenths == 90)
    #expect(row.isFilm)
  }

  @Test func `ratings of IMDb are ratings, and series are no films`() throws {
    let file = try read([
      "ratings.csv": """
      Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,\
      Directors
      tt0089881,9,2024-03-01,Ran,u,Movie,8.2,160,1985,Drama,1,1985-06-01,A
      tt0903747,10,2024-03-01,Breaking Bad,u,TV Series,9.5,,2008,Drama,1,,
      tt0000001,5,2024-03-01,Etwas,u,Fernsehserie,,,,,,,
      tt0000002,
      """
    ])
    #expect(
      described(file) == [
        "Ran 1985: imdbId=tt0089881 rating=9", "Breaking Bad 2008: imdbId=tt0903747 rating=10 noFilm",
        "Etwas : imdbId=tt0000001 rating=5", " : imdbId=tt0000002",
      ])
  }

  @Test func `check-ins of IMDb are viewings, and ISO 8859-1 is understood`() throws {
    let text = "Position,Const,Created,Modified,Description,Title,Year\n1,tt0211915,2024-01-02,,,Am\u{E9}lie,2001\n"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let file = try LibraryFile(LibraryInput(files: [.init(name: "checkins.csv", bytes: bytes)], path: "e"))
    #expect(described(file) == ["Amélie 2001: imdbId=tt0211915 viewing=new date=2024-01-02"])
  }

  @Test func `the history of Trakt is preferred to its last days, and episodes are left out`() throws {
    let movie = #""movie":{"title":"Ran","year":1985,"ids":{"trakt":1,"imdb":"tt0089881","tmdb":11645}}"#
    let watched = #"[{"plays":2,"last_watched_at":"2024-03-01T20:10:00.000Z",\#(movie)}]"#
    let history = #"""
      [{"id":1,"watched_at":"2024-03-01T12:10:00.000Z","action":"watch","type":"movie",\#(movie)},
       {"id":2,"watched_at":"2023-03-01T12:10:00.000Z","action":"watch","type":"movie","movie":
         {"title":"Nameless","year":null,"ids":{"imdb":null,"tmdb":null}}},
       {"id":3,"watched_at":"2023-03-01T12:10:00.000Z","type":"episode","episode":{},"show":{}}]
      """#
    let all = try read([
      "me/watched/watched-movies.json": watched, "me/history/watched-history-1.json": history,
      "ratings-movies.json": #"[{"rated_at":"2024-03-02T08:00:00.000Z","rating":9,"type":"movie",\#(movie)}]"#,
      "ratings-shows.json": #"[{"rated_at":"2024-03-02T08:00:00.000Z","rating":9,"type":"show","show":{}}]"#,
      "lists-watchlist.json": #"[{"listed_at":"2024-01-02T08:00:00.000Z","notes":"soon","type":"movie",\#(movie)}]"#,
      "lists-favorites.json": #"[{"listed_at":"2024-01-03T08:00:00.000Z","notes":null,"type":"movie",\#(movie)}]"#,
      "lists-list-77-rainy-day.json": #"[{"listed_at":"2024-01-03T08:00:00.000Z","type":"movie",\#(movie)}]"#,
      "hidden-movies.json": #"[{"hidden_at":"2024-01-03T08:00:00.000Z"}]"#, "user-profile.json": "{}",
    ])
    #expect(all.format == .trakt)
    let ran = "Ran 1985: imdbId=tt0089881 tmdbId=11645"
    #expect(
      described(all) == [
        "\(ran) viewing=new date=2024-03-01", "Nameless : viewing=new date=2023-03-01", "\(ran) rating=9",
        "\(ran) watchlistedAt=2024-01-02T08:00:00.000Z note=soon", "\(ran) starredAt=2024-01-03T08:00:00.000Z",
        "\(ran) tags=rainy day",
      ])
    let alone = try read(["watched-movies.json": watched.replacing("T20:", with: "T12:")])
    #expect(described(alone) == ["\(ran) viewing=new date=2024-03-01"])
  }

  @Test func `TMDB, Movary and Simkl are read`() throws {
    let tmdb = try read([
      "x.csv": """
      TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated
      11645,tt0089881,movie,Ran,1985-05-31T00:00:00Z,,,8.1,9.0,2024-03-01T10:00:00Z
      670,,movie,Oldboy,,,,8.1,,2024-03-02T10:00:00Z
      1396,,tv,Breaking Bad,2008-01-20T00:00:00Z,,,8.9,10,2024-03-01T10:00:00Z
      """
    ])
    #expect(tmdb.format == .tmdb)
    #expect(
      described(tmdb) == [
        "Ran 1985: imdbId=tt0089881 tmdbId=11645 rating=9.0", "Oldboy : tmdbId=670 watchlistedAt=2024-03-02",
        "Breaking Bad 2008: rating=10 noFilm",
      ])
    let movary = try read([
      "a.csv": "title,year,tmdbId,imdbId,watchedAt,comment,location\nRan,1985,11645,tt0089881,,\"Great, again\",Home\n",
      "b.csv": "title,year,tmdbId,imdbId,userRating\nRan,1985,11645,tt0089881,0\n",
      "c.csv": "title,year,tmdbId,imdbId,addedAt\nRan,1985,11645,tt0089881,2024-01-01 10:00:00\n",
    ])
    let ran = "Ran 1985: imdbId=tt0089881 tmdbId=11645"
    #expect(
      described(movary) == [
        "\(ran) viewing=new viewingNote=Great, again", ran, "\(ran) watchlistedAt=2024-01-01",
      ])
    let simkl = try read([
      "SimklBackup.json": #"""
      {"movies":[{"status":"plantowatch","added_to_watchlist_at":"2024-01-02T08:00:00Z","last_watched_at":null,
        "user_rating":null,"movie":{"title":"Ran","year":1985,"ids":{"simkl":1,"tmdb":"11645","imdb":"tt0089881"}}},
        {"status":"completed","last_watched_at":"2024-03-01T12:00:00Z","user_rating":9,
        "movie":{"title":"Ran","year":1985,"ids":{}}}],"shows":[],"anime":[]}
      """#
    ])
    #expect(
      described(simkl) == [
        "\(ran) watchlistedAt=2024-01-02T08:00:00Z", "Ran 1985: rating=9 viewing=new date=2024-03-01",
      ])
  }

  @Test func `what is in no format is refused, and a wrong format is named`() {
    #expect(throws: LibraryFileError.self) { try read(["a.csv": "a,b\n1,2\n", "b.json": "[]"]) }
    #expect(throws: LibraryFileError.self) { try read([:]) }
    #expect(throws: LibraryFileError.self) { try read(["a.json": "{\"format\":"]) }
    #expect(throws: LibraryFileError.self) {
      try read(["a.json": #"{"format":"movie-library","version":2,"entries":[]}"#])
    }
    #expect(throws: LibraryFileError.self) {
      try LibraryFile(input(["a.csv": "Const,Title\ntt0089881,Ran\n"]), format: .letterboxd)
    }
  }

  @Test(arguments: [
    ("31.02.2024", LibraryColumn.date), ("2024-02-31", .date), ("11", .rating), ("0.3", .rating), ("many", .year),
    ("nm1", .imdbId), ("soon", .watchlistedAt), ("no id", .ids),
  ])
  func `a cell that is invalid makes its row malformed and is never left out`(text: String, column: LibraryColumn) {
    var row = LibraryRow(file: "a.csv", line: 2)
    row[.title] = "Ran"
    row[.viewing] = "new"
    row[column] = text
    #expect { try row.content() } throws: { ($0 as? LibraryRow.Malformed)?.column == column }
  }

  @Test(arguments: [("4,5", 45), ("9", 90), ("0.5", 5), (" 10 ", 100)])
  func `ratings are read with a point or a comma`(text: String, tenths: Int) throws {
    var row = LibraryRow(file: "a.csv", line: 2)
    row[.title] = "Ran"
    row[.rating] = text
    #expect(try row.content().fields.ratingTenths == tenths)
  }
}
