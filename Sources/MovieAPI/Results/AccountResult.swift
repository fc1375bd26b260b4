import JSON
import MovieCore

/// Who is logged in at a catalog.
struct AccountResult: JSONEncodable {
  var catalog: String
  var state: AccountState

  func encode(to writer: inout JSONWriter) { writer.object { encodeMembers(to: &$0) } }

  func encodeMembers(to object: inout JSONWriter) {
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
