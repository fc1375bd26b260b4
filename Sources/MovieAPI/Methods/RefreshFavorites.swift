import JSON
import JSONRPC
import MovieCore

/// `refreshFavorites`: fetches the data of all favorites anew.
enum RefreshFavorites {
  static let method = Method(
    "refreshFavorites", "Fetches the favorites' data anew from their catalogs and keeps what cannot be reached."
  ) { call in
    let outcome = try await call.session.refreshFavorites(request: call.requestID)
    return Record { result in
      result.member("refreshed", outcome.refreshed)
      result.name("failed")
      result.array { array in
        for (id, error) in outcome.failed {
          array.object { object in
            object.member("id", id.description)
            object.member("reason", RPCError(describing: error).reason)
          }
        }
      }
      result.member("revision", outcome.revision)
    }
  }
}
