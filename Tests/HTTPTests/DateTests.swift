import Testing

@testable import HTTP

struct DateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
    ("Sat, 21 Nov 2026 03:12:34 GMT", 1_795_230_754), ("Wed, 31 Dec 2098 23:59:59 GMT", 4_070_908_799),
    ("Saturday, 21-Nov-26 03:12:34 GMT", 1_795_230_754), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Mon, 01 Jan 1900 00:00:00 GMT", -2_208_988_800), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Thursday, 01-Jan-76 00:00:00 GMT", 189_302_400), ("Tuesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
  ])
  func `the three date formats are parsed`(text: String, seconds: Int) {
    #expect(HTTPDate.parse(text) == seconds)
  }

  @Test(arguments: [
    "", "0", "-1", "now", "Sun, 06 Nov", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", ", , , ,",
    "Sun, 06--94 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun Nov 6 1994 08:49:37 1994 x",
  ])
  func `an invalid date is rejected`(text: String) { #expect(HTTPDate.parse(text) == nil) }
}
