import HTTP

extension HTTPTransport where Self == CurlTransport {
  /// The network, for tests in which nothing must time out, however busy the machine is.
  public static func patient(userAgent: String = "movie-server/test") -> CurlTransport {
    CurlTransport(userAgent: userAgent, inactivitySeconds: 600)
  }
}

extension HTTPClient.Configuration {
  /// A client with long timeouts, for the same tests.
  public static var patient: Self {
    var configuration = Self(userAgent: "movie-server/test")
    configuration.deadline = .seconds(600)
    configuration.network = .patient()
    return configuration
  }
}
