/// Who knows the session of the user who is logged in to TMDB.
protocol TMDBSessionSource: Sendable {
  /// Nil where nobody is logged in. A secret.
  var sessionID: String? { get }

  /// Told of every failure of a request with a session: the service may have ended it.
  func failed(_ error: any Error, withSession sessionID: String)
}
