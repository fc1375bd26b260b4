import JSON
import JSONRPC
import MovieCore

/// `refreshFavorites`: fetches the data of all favorites anew.
enum RefreshFavorites {
  static let method = Method(
    "refreshFavorites", "Fetches the favorites' data anew from their catalogs and keeps what cannot be reached.",
    errors: .failures(.storageFailed), result: result,
    examples: [
      Example(
        "Nobody knows the home video", [:],
        result: ["refreshed": 0, "failed": [["id": "mine:1", "reason": "catalogUnknown"]], "revision": 3])
    ]
  ) { call in
    let outcome = try await call.session.refreshFavorites(activity: call.activity)
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
  private static var result: JSONSchema {
    .shared(
      "RefreshedFavorites", "What became of the favorites' data.",
      [
        .required("refreshed", .count, "How many have been fetched."),
        .required(
          "failed",
          .array(
            of: .object([.required("id", .movieID, "The movie."), .required("reason", .string, "A reason of failure.")])
          ),
          "Those whose data is kept as it was."),
        .required("revision", .count, "The favorites' revision."),
      ])
  }
}
