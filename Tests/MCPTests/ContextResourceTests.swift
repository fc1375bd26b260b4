import MovieCore
import Testing

@testable import MCP

@Suite struct ContextResourceTests {
  @Test func `a movie's resource has its id, in which characters may be encoded`() {
    let oldboy = ContextResource.movie(MovieID(catalog: "builtin", native: "tt0364569"))
    #expect(oldboy.uri == "movies://movie/builtin:tt0364569")
    #expect(ContextResource(oldboy.uri) == oldboy)
    #expect(ContextResource("movies://movie/builtin%3att0364569") == oldboy)
    #expect(ContextResource("movies://movie/mine:%EA%B8%B0") == .movie(MovieID(catalog: "mine", native: "기")))
  }

  @Test(arguments: [
    "", "movies://", "movies://nothing", "movies://movie/", "movies://movie/x", "movies://movie/a:%20",
    "file:///etc/passwd", "movies://favorites/",
  ])
  func `there is no other resource`(_ uri: String) { #expect(ContextResource(uri) == nil) }
}
