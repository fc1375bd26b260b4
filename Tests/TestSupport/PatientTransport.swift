import HTTP

extension HTTPTransport where Self == CurlTransport {
  /// For tests in which nothing is to run out of time, however busy the machine is.
  public static func patient(userAgent: String = "movie-server/test") -> CurlTransport {
    CurlTransport(userAgent: userAgent, deadline: .seconds(100), inactivitySeconds: 100)
  }
}

extension HTTPClient.Configuration {
  /// As above, with all that an `HTTPClient` adds.
  public static var patient: Self {
    var configuration = Self(userAgent: "movie-server/test")
    configuration.deadline = .seconds(100)
    configuration.network = .patient()
    return configuration
  }
}
