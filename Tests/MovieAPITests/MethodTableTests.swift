import Testing

@testable import MovieAPI

/// `OpenRPCTests` checks the contents of the table; this suite checks that it is complete.
struct MethodTableTests {
  @Test func `the table has every method`() {
    let expected = [
      "initialize", "search", "nextPage", "home", "recommendations", "genres", "detail", "star", "unstar", "favorites",
      "refreshFavorites", "reviews", "poster", "rate", "unrate", "login", "completeLogin", "logout", "session",
      "discover", "people", "person", "collection", "rpc.discover", "shutdown",
    ]
    #expect(Set(expected).isSubset(of: MethodTable.movies.methods.map(\.name)))
  }

  @Test func `the table has every notification in both directions`() {
    let expected = ["$/cancelRequest", "exit", "loading", "favoritesChanged", "sessionChanged", "resync"]
    #expect(Set(expected).isSubset(of: MethodTable.movies.notifications.map(\.name)))
  }
}
