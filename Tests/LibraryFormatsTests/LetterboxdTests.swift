import MovieCore
import Testing

@testable import LibraryFormats

struct LetterboxdTests {
  /// An account with the quirks of real ones: film URIs in some files and entries' URIs in others, reviews in HTML.
  private static let account: Files = [
    "letterboxd-me/watched.csv": """
    Date,Name,Year,Letterboxd URI\r
    2020-01-01,"Ran, Again",1985,https://boxd.it/29xx\r
    2020-01-01,Undated,1999,https://boxd.it/1aaa\r

    """,
    "letterboxd-me/watchlist.csv": """
    Date,Name,Year,Letterboxd URI\r
    2024-01-05,Twin,2001,https://boxd.it/1bbb\r
    2024-01-05,Twin,2001,https://boxd.it/1ccc\r
    2024-01-06,Unknown Year,,https://boxd.it/1ddd\r

    """,
    "letterboxd-me/likes/films.csv": """
    Date,Name,Year,Letterboxd URI\r
    2024-01-07,"Ran, Again",1985,https://boxd.it/29xx\r

    """,
    "letterboxd-me/likes/reviews.csv": "Date,Content\r\n2024-01-07,https://boxd.it/zzzzz\r\n",
    "letterboxd-me/comments.csv": "Date,Content,Comment\r\n2024-01-07,https://boxd.it/zzzzz,nice\r\n",
    "letterboxd-me/profile.csv": "Date Joined,Username,Email Address\r\n2020-01-01,me,me@example.com\r\n",
    "letterboxd-me/ratings.csv": """
    Date,Name,Year,Letterboxd URI,Rating\r
    2024-03-02,"Ran, Again",1985,https://boxd.it/29xx,4.5\r

    """,
    "letterboxd-me/diary.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r
    2023-03-02,"Ran, Again",1985,https://boxd.it/7fQx1z,4,,,2023-03-01\r
    2024-03-02,"Ran, Again",1985,https://boxd.it/8fQx1z,4.5,Yes,"cinema, 35mm",2024-03-01\r

    """,
    "letterboxd-me/reviews.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r
    2024-03-02,"Ran, Again",1985,https://boxd.it/8fQx1z,4.5,Yes,"<i>It&#39;s ""“great”""\r
    again",cinema,2024-03-01\r
    2019-03-02,Undated,1999,https://boxd.it/9zzzzz,,,Only a thought,,\r

    """,
    "letterboxd-me/orphaned/diary.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r
    2022-03-02,Gone,2010,,,,,2022-03-01\r

    """,
    "letterboxd-me/deleted/diary.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r
    2022-03-02,Deleted,2010,,,,,2022-03-01\r

    """,
    "letterboxd-me/lists/best, ever.csv": """
    Letterboxd list export v7\r
    Date,Name,Tags,URL,Description\r
    2024-01-01,"Best, ever",ranked,https://boxd.it/abcde,"Two\r
    lines"\r
    \r
    Position,Name,Year,URL,Description\r
    1,"Ran, Again",1985,https://boxd.it/29xx,\r

    """,
    "letterboxd-me/lists/null-1.csv": "\u{0}\u{0}\u{0}",
  ]

  @Test func `an account is read, with reviews joined to the diary`() throws {
    let file = try read(Self.account)
    #expect(file.format == .letterboxd)
    #expect(
      described(file) == [
        "Ran, Again 1985: viewing=new date=2023-03-01 viewingRating=8.0",
        "Ran, Again 1985: tags=cinema, 35mm viewing=new date=2024-03-01 viewingRating=9.0"
          + " viewingNote=It's \"“great”\"\nagain rewatch=Yes",
        "Gone 2010: viewing=new date=2022-03-01",
        "Undated 1999: note=Only a thought",
        "Ran, Again 1985: rating=9.0",
        "Twin 2001: watchlistedAt=2024-01-05 ambiguous", "Twin 2001: watchlistedAt=2024-01-05 ambiguous",
        "Unknown Year : watchlistedAt=2024-01-06",
        "Ran, Again 1985: starredAt=2024-01-07",
        "Undated 1999: viewing=new",
        "Ran, Again 1985: tags=\"Best, ever\"",
      ])
    #expect(file.rowCount == 13)
    let line = try #require(file.rows.first { $0[.title] == "Unknown Year" }).line
    #expect(line == 4)
  }

  @Test func `all rows are valid`() throws {
    var fields = EntryFields()
    for row in try read(Self.account).rows where row[.title] == "Ran, Again" { fields.merge(try row.content().fields) }
    #expect(fields.viewings.map(\.date) == ["2023-03-01", "2024-03-01"])
    #expect(fields.viewings.map(\.isRewatch) == [false, true])
    #expect(fields.ratingTenths == 90)
    #expect(fields.tags == ["cinema", "35mm", "Best, ever"])
    #expect(fields.starredAt == Timestamp.milliseconds("2024-01-07T12:00:00Z"))
  }

  @Test func `the export of 2017 and a diary alone are read`() throws {
    let file = try read([
      "diary.csv": """
      Date,Name,Year,Letterboxd URI,Rating,Tags,Watched Date
      2017-03-02,Ran,1985,https://letterboxd.com/film/ran/,4,,2017-03-01
      """
    ])
    #expect(described(file) == ["Ran 1985: rating=8.0 viewing=new date=2017-03-01 viewingRating=8.0"])
  }

  @Test func `lists with the same columns are told apart by name only, and never guessed`() throws {
    let text = "Date,Name,Year,Letterboxd URI\n2024-01-05,Ran,1985,https://boxd.it/29xx\n"
    #expect(described(try read(["watchlist.csv": text])) == ["Ran 1985: watchlistedAt=2024-01-05"])
    #expect(described(try read(["watched.csv": text])) == ["Ran 1985: viewing=new"])
    #expect(described(try read(["likes/films.csv": text])) == ["Ran 1985: starredAt=2024-01-05"])
    #expect(throws: LibraryFileError.self) { try read(["films.csv": text]) }
  }

  @Test func `the CSV that Letterboxd imports is read`() throws {
    let file = try read([
      "x.csv": #"""
      tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review
      11645,tt0089881,Ran,1985,9,2024-03-01,true,"cinema, 35mm","Said ""wow"""
      """#
    ])
    #expect(
      described(file) == [
        "Ran 1985: imdbId=tt0089881 tmdbId=11645 rating=9 tags=cinema, 35mm viewing=new date=2024-03-01 viewingRating=9"
          + " viewingNote=Said \"wow\" rewatch=true"
      ])
  }
}
