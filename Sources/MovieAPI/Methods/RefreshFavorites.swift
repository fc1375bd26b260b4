import JSON
import JSONRPC
import MovieCore

/// `refreshFavorites`: fetches the data of all favorites again.
enum RefreshFavorites {
  static let method = Method(
    "refreshFavorites", "Fetches the data of all favorites again; data that cannot be fetched stays as it is.",
    details: "The result counts the movies that were fetched and lists those that failed, with the reason.",
    errors: .failures(.storageFailed)
  ) { call in try await call.session.refreshFavorites(context: call.context) }
}

extension ClientSession.RefreshOutcome: JSONObject {
  /// Published as `RefreshedFavorites`.
  public static var schema: JSONSchema { shared("RefreshedFavorites", "The outcome of `refreshFavorites`.") }

  /// The result of `refreshFavorites`, which gives only the reasons of the errors.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("refreshed", .count, "The number of favorites whose data was fetched.") { $0.refreshed }
    field.required("failed", .array(of: FailedRefresh.schema), "The favorites whose data could not be fetched.") {
      $0.failed.map { FailedRefresh(id: $0.id, reason: RPCError(describing: $0.error).reason) }
    }
    field.required("revision", .count, "The revision of the favorites.") { $0.revision }
  }
}

struct FailedRefresh: JSONObject {
  var id: MovieID
  var reason: String

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id of the movie.") { $0.id }
    field.required("reason", .string, "The error reason.") { $0.reason }
  }
}
