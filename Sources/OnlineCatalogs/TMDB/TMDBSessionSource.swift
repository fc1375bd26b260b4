/// Supplies the session of the user who is logged in to TMDB.
protocol TMDBSessionSource: Sendable {
  /// Nil if nobody is logged in. A secret.
  var sessionID: String? { get }

  /// To be called after every failed request with a session, because the service may have ended the session.
  func failed(_ error: any Error, withSession sessionID: String)
}
