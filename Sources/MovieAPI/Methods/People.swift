import JSON
import MovieCore

/// `people`: the people whose names match a query.
enum SearchPeople {
  static let query = Parameter("query", .text, "Words of a name.")
  static let limit = Parameter(
    "limit", .integer(in: ClientSession.peopleLimits), "The maximum number of people in the result."
  ).default(ClientSession.defaultLimit)
  static let catalog = Parameter("catalog", .text, "The name of the catalog to search.").optional

  static let method = Method(
    "people", "Returns the people whose names match a query, best known first.",
    details: "`person` returns the films of one of them, and `discover` finds and sorts them.",
    [query, limit, catalog, LanguageTag.parameter],
    errors: .ofCatalogs
  ) { call in
    let people = try await call.session.people(
      try call(query), catalog: try call(catalog), limit: try call(limit), language: try call.language(),
      context: call.context)
    return PeopleResult(people: people)
  }
}

private struct PeopleResult: JSONObject {
  var people: [PersonSummary]

  static var schema: JSONSchema { shared("People", "The people whose names match a query.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("people", .array(of: PersonSummary.schema), "The people, best known first.") { $0.people }
  }
}
