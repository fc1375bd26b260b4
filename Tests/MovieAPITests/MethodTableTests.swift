import MovieAPI
import Testing

struct MethodTableTests {
  @Test func `Names are unique`() {
    let names = MethodTable.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `The contract's methods are all there`() {
    let expected = [
      "initialize", "search", "nextPage", "home", "recommendations", "genres", "detail", "star", "unstar", "favorites",
      "refreshFavorites", "reviews", "poster", "rate", "unrate", "login", "completeLogin", "logout", "session",
    ]
    #expect(Set(expected).isSubset(of: MethodTable.all.map(\.name)))
  }

  @Test(arguments: MethodTable.all.map(\.name))
  func `A method and its parameters are described in sentences`(name: String) throws {
    let method = try #require(MethodTable.all.first { $0.name == name })
    #expect(method.summary.first?.isUppercase == true)
    #expect(method.summary.hasSuffix("."))
    #expect(Set(method.parameters.map(\.name)).count == method.parameters.count)
    for parameter in method.parameters {
      #expect(!parameter.name.isEmpty)
      #expect(parameter.summary.count > 5, "\(name).\(parameter.name)")
      #expect(parameter.summary.hasSuffix("."), "\(name).\(parameter.name)")
    }
  }

  @Test func `What a method cannot do without is required`() {
    let required = MethodTable.all.flatMap { method in
      method.parameters.filter(\.isRequired).map { "\(method.name).\($0.name)" }
    }
    #expect(
      Set(required) == [
        "search.query", "recommendations.id", "detail.id", "unstar.id", "reviews.id", "rate.id", "rate.value",
        "unrate.id", "completeLogin.requestToken",
      ])
  }
}
