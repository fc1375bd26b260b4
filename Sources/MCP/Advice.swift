import JSON
import JSONRPC
import MovieCore

extension ToolCall {
  /// What has failed, and what a model can do about it.
  func explanation(of error: RPCError) async -> String {
    var text = SafeText.line(error.message, maximum: 1_000)
    if let advice = FailureReason(rawValue: error.reason)?.advice { text += " " + advice }
    if error.details.first(where: { $0.name == "field" })?.value.string?.hasSuffix("enres") == true,
      let genres = try? await movies("genres")["genres"]?.array
    {
      text += " The genres are: " + FilmText.names(.array(genres.compactMap { $0["name"] }), maximum: 60) + "."
    }
    return text
  }
}

extension FailureReason {
  fileprivate var advice: String? {
    switch self {
    case .movieNotFound: "Find the id with search_movies first."
    case .catalogUnknown, .unsupportedByCatalog, .catalogDiscontinued:
      "Leave out the argument catalog, or name another one."
    case .catalogNotConfigured:
      "Tell the user. Without it, search_movies with the catalog builtin knows some hundreds of well-known films."
    case .upstreamUnreachable, .upstreamTimeout, .upstreamFailed, .upstreamInvalidResponse, .overloaded:
      "Try again once; if it fails again, use the catalog builtin or tell the user."
    case .upstreamRateLimited: "Wait some seconds, then try again once."
    case .upstreamQuotaExceeded, .upstreamUnauthorized:
      "Tell the user to check the key with “movie-server auth”; trying again does not help."
    case .queryTooBroad: "Give a longer query."
    case .notLoggedIn, .notApproved: "Tell the user, who has to log in with another program."
    case .storageFailed: "Nothing was changed. Tell the user."
    case .invalidParams: "Correct the arguments and call the tool again."
    default: nil
    }
  }
}
