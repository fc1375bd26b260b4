import MovieAPI
import Testing

/// What the table says is tested by `OpenRPCTests`; here, that nothing is missing from it.
struct MethodTableTests {
  @Test func `The contract's methods are all there`() {
    let expected = [
      "initialize", "search", "nextPage", "home", "recommendations", "genres", "detail", "star", "unstar", "favorites",
      "refreshFavorites", "reviews", "poster", "rate", "unrate", "login", "completeLogin", "logout", "session",
      "rpc.discover", "shutdown",
    ]
    #expect(Set(expected).isSubset(of: MethodTable.all.map(\.name)))
  }

  @Test func `So are its notifications, in either direction`() {
    let expected = ["$/cancelRequest", "exit", "loading", "favoritesChanged", "sessionChanged", "resync"]
    #expect(Set(expected).isSubset(of: MethodTable.notifications.map(\.name)))
  }
}
