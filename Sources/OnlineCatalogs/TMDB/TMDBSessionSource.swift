/// Who knows the session of the user who is logged in to TMDB.
protocol TMDBSessionSource: Sendable {
  /// Nil where nobody is logged in. A secret.
  var sessionID: String? { get }
}
