import Testing

@testable import OnlineCatalogs

struct OMDbValueTests {
  @Test(arguments: [
    ("1977", 1977), ("2004–2010", 2004), ("2014–", 2014), ("(1999)", 1999), ("N/A", nil), ("", nil), ("12345", nil),
  ])
  func `a range of years gives its first`(text: String, year: Int?) {
    #expect(OMDbValue.year(text) == year)
  }

  @Test(arguments: [
    ("16 Jul 2010", "2010-07-16"), ("1 January 2001", "2001-01-01"), ("2014-01-12", "2014-01-12"),
    ("29 Feb 2012", "2012-02-29"), ("29 Feb 2013", nil), ("32 Jul 2010", nil), ("0 Jul 2010", nil),
    ("16 Foo 2010", nil), ("Jul 2010", nil),
    ("2010", nil), ("2010-13-01", nil), ("2010-00-01", nil), ("16 Jul 99999", nil), ("1-2-3-4", nil), ("", nil),
  ])
  func `dates become calendar days`(text: String, day: String?) {
    #expect(OMDbValue.day(text) == day)
  }

  @Test(arguments: [
    ("148 min", 148), ("1 h 30 min", 90), ("1h30m", 90), ("2 h", 120), ("90", 90), ("1,440 min", 1_440), ("1 h 5", 65),
    ("S", nil), ("0 min", nil), ("", nil), ("99999999999999999999 h", nil), ("99999999999999999999", 100_000),
  ])
  func `runtimes are minutes`(text: String, minutes: Int?) {
    #expect(OMDbValue.minutes(text) == minutes)
  }

  @Test(arguments: [("1,434,451", 1_434_451), ("10914", 10_914), ("-1", nil), ("many", nil), ("1.5", nil), ("", nil)])
  func `counts may have commas`(text: String, count: Int?) {
    #expect(OMDbValue.count(text) == count)
  }

  @Test(arguments: [
    ("Crime, Drama", ["Crime", "Drama"]), ("Crime,Drama", ["Crime,Drama"]), ("USA, USA, N/A", ["USA"]),
    ("A (one, two), B", ["A (one, two)", "B"]), ("A), B", ["A)", "B"]), ("A (B, C", ["A (B, C"]), (", ,", []),
    ("A,", ["A"]), ("", []),
  ])
  func `lists are split at their commas`(text: String, parts: [String]) {
    #expect(OMDbValue.list(text) == parts)
  }

  @Test(arguments: [
    ("Jane Doe (screenplay), Jane Doe (story by, uncredited), John Roe", ["Jane Doe", "John Roe"]),
    ("Robert Downey, Jr., Cuba Gooding Jr.", ["Robert Downey, Jr.", "Cuba Gooding Jr."]), ("Jr.", ["Jr."]),
    ("(uncredited), A", ["A"]),
  ])
  func `people are names without duplicates`(text: String, people: [String]) {
    #expect(OMDbValue.people(text) == people)
  }

  @Test(arguments: [
    (
      "Joel Coen (screenplay), Ethan Coen (screenplay), Charles Portis (novel)",
      ["Screenplay: Joel Coen", "Screenplay: Ethan Coen", "Novel: Charles Portis"]
    ),
    (
      "Bob Kane (characters), J. R. R. Tolkien (novel \"The Play\"), A (story by), B (written by), C",
      ["Writer: B", "Writer: C", "Story: A", "Novel: J. R. R. Tolkien", "Characters: Bob Kane"]
    ),
    (
      "James Gunn (screenplay by), Dan Abnett (based on the Marvel comics by), Jim Starlin (Gamora created by)",
      ["Screenplay: James Gunn", "Comic Book: Dan Abnett", "Characters: Jim Starlin"]
    ),
    (
      "A (graphic novel), B (short story), C (stage play), D (comic book), E (uncredited), F (screen story)",
      ["Screenplay: F", "Writer: E", "Short Story: B", "Graphic Novel: A", "Comic Book: D", "Theatre Play: C"]
    ),
    ("Jane Doe (screenplay), Jane Doe (story), Jane Doe (story by)", ["Screenplay: Jane Doe", "Story: Jane Doe"]),
    ("Sam, Jr. (book)", ["Book: Sam, Jr."]), ("A ()", ["Writer: A"]), ("A (story", ["Story: A"]), ("N/A", []), ("", []),
  ])
  func `a writer has the job that the note means`(text: String, writers: [String]) {
    #expect(OMDbValue.writers(text).map { "\($0.job): \($0.name)" } == writers)
  }

  @Test(arguments: [
    ("$292,587,330", 292_587_330), ("$1", 1), ("$0", nil), ("£5", nil), ("292587330", nil), ("$-5", nil), ("$", nil),
    ("$99,999,999,999,999,999,999", nil), ("", nil),
  ])
  func `an amount is in US dollars`(text: String, dollars: Int?) {
    #expect(OMDbValue.dollars(text) == dollars)
  }
}
