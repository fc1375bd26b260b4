enum SearchPeople {
  static let query = Parameter("query", .text, "Words of a name.")
  static let limit = Parameter(
    "limit", .integer(in: ClientSession.peopleLimits), "The maximum number of people in the result."
  ).default(ClientSession.defaultLimit)

  static let method = Method(
    "people", "Returns the people whose names match a query, best known first.",
    details: "`person` returns the films of one of them, and `discover` finds and sorts them.",
    [query, limit, Search.catalog, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    try await call.session.people(
      call(query), catalog: call(Search.catalog), limit: call(limit), language: call.language(), context: call.context)
  }
}

enum GetPerson {
  static let id = Parameter<PersonID>("id", .catalogID(of: "person"), "The id of the person.")

  static let method = Method(
    "person", "Returns everything that a catalog knows about one person, with all films.",
    details: "The id is from `people`, or from the cast and crew of `detail`. An unknown id is `invalidParams`.",
    [id, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    let person = try await call.session.person(call(id), language: call.language(), context: call.context)
    return PersonResult(person: person, session: call.session)
  }
}

private struct PersonResult: JSONObject {
  var person: Indirect<Person>
  var session: ClientSession

  static var schema: JSONSchema { shared("Person", "Everything that a catalog knows about one person.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.person.value }
    field.required("cast", .array(of: CastCreditResult.schema), "The films as an actor, newest first.") { result in
      result.person.cast.lazy.map { CastCreditResult(credit: $0, session: result.session) }
    }
    field.required("crew", .array(of: CrewCreditResult.schema), "The films in other jobs, newest first.") { result in
      result.person.crew.lazy.map { CrewCreditResult(credit: $0, session: result.session) }
    }
  }
}

private struct CastCreditResult: JSONObject {
  var credit: Person.CastCredit
  var session: ClientSession

  static var schema: JSONSchema { shared("CastCredit", "A movie in which a person acts.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.session.result($0.credit.movie) }
    field.optional("character", .string, "The name of the character.") { $0.credit.character }
  }
}

private struct CrewCreditResult: JSONObject {
  var credit: Person.CrewCredit
  var session: ClientSession

  static var schema: JSONSchema { shared("CrewCredit", "A movie with one job of a person.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.session.result($0.credit.movie) }
    field.required("job", .string, "The job in English, such as `Director`.") { $0.credit.job }
    field.optional("department", .string, "The department in English, such as `Directing`.") { $0.credit.department }
  }
}

enum GetCollection {
  static let id = Parameter<CollectionID>("id", .catalogID(of: "collection"), "The id of the collection.")

  static let method = Method(
    "collection", "Returns the movies of a collection, such as a trilogy, in order of release.",
    details: "The id is from the `collection` of `detail`. An unknown id is `invalidParams`.",
    [id, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    let collection = try await call.session.collection(call(id), language: call.language(), context: call.context)
    return CollectionResult(collection: collection, session: call.session)
  }
}

private struct CollectionResult: JSONObject {
  var collection: Indirect<MovieCollection>
  var session: ClientSession

  static var schema: JSONSchema { shared("Collection", "Movies that belong together.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.collection.value }
    field.required("items", .array(of: MovieResult.schema), "The movies, in order of release.") {
      $0.session.results($0.collection.items)
    }
  }
}
