import MovieCore
import Testing

struct MovieIDTests {
  @Test(arguments: [
    ("builtin:tt6751668", "builtin", "tt6751668"),
    ("tmdb:496243", "tmdb", "496243"),
    ("a1:b", "a1", "b"),
    ("0:0", "0", "0"),
    // Only the first colon separates.
    ("omdb:a:b::c", "omdb", "a:b::c"),
    ("naver:기생충", "naver", "기생충"),
    ("x:\u{1F3AC}", "x", "\u{1F3AC}"),
    ("x:..%2F'\"\\", "x", "..%2F'\"\\"),
  ])
  func `a catalog, a colon and a native id make an id`(text: String, catalog: String, native: String) throws {
    let id = try #require(MovieID(text))
    #expect(id.catalog == catalog)
    #expect(id.native == native)
    #expect(id.description == text)
    #expect(id == MovieID(catalog: catalog, native: native))
  }

  @Test(arguments: [
    "", ":", "tt6751668", "builtin", "builtin:", ":tt6751668", " builtin:tt1", "builtin :tt1", "builtin: tt1",
    "builtin:tt1 ", "builtin:tt\t1", "builtin:tt1\n", "builtin:\u{0}", "builtin:tt\u{7F}1", "Builtin:tt1",
    "built-in:tt1", "내장:tt1", "builtin：tt1", "x:a\u{85}b", "x:a\u{A0}b", "x:a\u{2028}b", "x:a\u{3000}b",
    "x:gpj.\u{202E}exe", "x:\u{2066}a",
  ])
  func `anything else is not an id`(text: String) {
    #expect(MovieID(text) == nil)
  }

  /// The store compares them the same way; otherwise one star could remove another.
  @Test func `ids are equal if their code points are`() throws {
    let (one, other) = (MovieID("x:\u{E9}"), MovieID("x:e\u{301}"))
    #expect(one == MovieID("x:\u{E9}"))
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
  }

  @Test func `an id has at most 256 bytes`() {
    let longest = "x:" + String(repeating: "a", count: 254)
    #expect(MovieID(longest)?.description == longest)
    #expect(MovieID(longest + "a") == nil)
    // Bytes, not characters.
    #expect(MovieID("x:" + String(repeating: "é", count: 127)) != nil)
    #expect(MovieID("x:" + String(repeating: "é", count: 128)) == nil)
  }
}
