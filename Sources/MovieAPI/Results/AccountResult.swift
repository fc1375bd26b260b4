import JSON
import MovieCore

/// The login state of a catalog's account.
struct AccountResult: JSONObject {
  var catalog: String
  var state: AccountState

  static var schema: JSONSchema { shared("Session", "The login state of a catalog's account.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("catalog", .string, "The name of the catalog.") { $0.catalog }
    field.required("loggedIn", .boolean, "Whether a user is logged in.") { $0.state.user != nil }
    field.optional("user", AccountState.User.schema, "The user who is logged in.") { $0.state.user }
  }

  static var example: JSON { ["catalog": "tmdb", "loggedIn": true, "user": ["id": "548", "name": "me"]] }
}
