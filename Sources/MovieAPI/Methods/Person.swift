import JSON
import MovieCore

/// `person`: everything that a catalog knows about one person.
enum GetPerson {
  static let id = Parameter<PersonID>("id", .catalogID(of: "person"), "The id of the person.")

  static let method = Method(
    "person", "Returns everything that a catalog knows about one person, with all films.",
    details: "The id is from `people`, or from the cast and crew of `detail`. An unknown id is `invalidParams`.",
    [id, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let person = try await call.session.person(id, language: language, context: call.context)
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
