import JSON
import MovieCore

/// Who is logged in at a catalog.
struct AccountResult: JSONEncodable {
  var catalog: String
  var state: AccountState

  static var members: [JSONSchema.Property] {
    let user = JSONSchema.shared(
      "User", "Somebody who is logged in.",
      [.required("id", .string, "What the catalog calls them."), .required("name", .string, "Their name for people.")])
    return [
      .required("catalog", .string, "The catalog."),
      .required("loggedIn", .boolean, "Whether anybody is logged in."),
      .optional("user", user, "Who it is."),
    ]
  }

  static var schema: JSONSchema { .shared("Session", "Who is logged in at a catalog.", members) }

  static var example: JSON { ["catalog": "tmdb", "loggedIn": true, "user": ["id": "548", "name": "me"]] }

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("catalog", catalog)
      object.member("loggedIn", state.user != nil)
      if let user = state.user {
        object.name("user")
        object.object { member in
          member.member("id", user.id)
          member.member("name", user.name)
        }
      }
    }
  }
}
