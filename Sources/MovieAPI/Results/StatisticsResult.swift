extension Statistics: JSONObject {
  public static var schema: JSONSchema { shared("Statistics", "The counts of what was viewed in a span of days.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("viewings", .count, "The number of viewings.") { $0.viewings }
    field.required("films", .count, "The number of films.") { $0.films }
    field.required("minutes", .count, "The running time of the viewings, as far as it is known.") { $0.minutes }
    field.required("rewatches", .count, "The number of viewings of films that had been seen before.") { $0.rewatches }
    field.groups("byMonth", "By month, `YYYY-MM`.") { $0.byMonth }
    field.groups("byWeekday", "By weekday, `monday` to `sunday`.") { $0.byWeekday }
    field.groups("byDecade", "By decade of release, such as `1990s`.") { $0.byDecade }
    field.groups("byGenre", "By genre, the most viewings first.") { $0.byGenre }
    field.groups("byCountry", "By country of origin, as far as it is known, the most viewings first.") { $0.byCountry }
    field.groups("byLanguage", "By code of the original language, the most viewings first.") { $0.byLanguage }
    field.required("directors", .array(of: Person.schema), "The directors of the most films, at most 20.", \.directors)
    field.required("actors", .array(of: Person.schema), "The leading actors in the most films, at most 20.", \.actors)
    field.required(
      "ratings", .array(of: RatingCount.schema), "How many films have which rating by the user.", \.ratings)
    field.optional("first", MovieResult.schema, "The film of the first viewing with a date.") { $0.first }
    field.optional("last", MovieResult.schema, "The film of the last viewing with a date.") { $0.last }
  }
}

extension FieldVisitor<Statistics> {
  fileprivate mutating func groups(
    _ name: StaticString, _ summary: StaticString, _ groups: (Statistics) -> [Statistics.Group]
  ) {
    required(name, .array(of: Statistics.Group.schema), summary, groups)
  }
}
