/// The HTTP client that the catalogs share, in layers: coalescing, cache, retries, rate limits, network.
public final class HTTPClient: HTTPTransport {
  public struct Configuration: Sendable {
    public enum Exchanges: Sendable {
      case live
      /// From the network, without the cache, so that the recording in the folder is complete.
      case recorded(into: String)
      /// From such a folder, without the network, the cache, or any waiting.
      case replayed(from: String)
    }

    public var userAgent: String
    public var exchanges = Exchanges.live
    /// The folder of the response cache, which processes may share; nil for no cache.
    public var cacheFolder: String?
    public var cacheBytes = 64 << 20
    /// The maximum number of requests per second, by service. A service that is not listed has no limit.
    public var rates: [String: Int] = [:]
    public var deadline = Duration.seconds(10)
    public var clock = HTTPClock()
    public var network: (any HTTPTransport)?
    /// Called on any thread with a line, without secrets, about each transfer and about each response; nil for no log.
    public var log: (@Sendable (String) -> Void)?

    public init(userAgent: String) { self.userAgent = userAgent }
  }

  private let configuration: Configuration
  private let layers = Mutex<(any HTTPTransport)?>(nil)

  /// Creates a client. This costs nothing: the first request creates the layers.
  public init(_ configuration: Configuration) { self.configuration = configuration }

  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.deadline = request.deadline ?? configuration.deadline
    let layers = layers.withLock { layers in
      let current = layers ?? configuration.makeLayers()
      layers = current
      return current
    }
    guard let log = configuration.log else { return try await layers.response(to: request) }
    let trace = RequestTrace()
    request.trace = trace
    let traced = request
    return try await logged("response \(trace.origin)", traced, configuration.clock, log) {
      try await layers.response(to: traced)
    }
  }
}

extension HTTPClient.Configuration {
  fileprivate func makeLayers() -> any HTTPTransport {
    switch exchanges {
    case .live:
      let retrying = withRetries(networkTransport)
      guard let cacheFolder else { return Coalescing(next: retrying) }
      let store = CacheStore(path: cacheFolder, maximumBytes: cacheBytes, date: clock.date)
      return Coalescing(next: Caching(next: retrying, store: store, clock: clock))
    case .recorded(let folder):
      return Coalescing(next: withRetries(Recording(next: networkTransport, into: folder)))
    case .replayed(let folder):
      return Coalescing(next: Retrying(next: Replaying(from: folder, clock: clock), clock: clock.withoutWaiting))
    }
  }

  /// Retries outside of the rate limiter, so that every attempt counts against the limit.
  private func withRetries(_ next: any HTTPTransport) -> any HTTPTransport {
    Retrying(next: RateLimiting(next: next, clock: clock, rates: rates), clock: clock)
  }

  private var networkTransport: any HTTPTransport {
    let network = network ?? CurlTransport(userAgent: userAgent)
    guard let log else { return network }
    return Logging(next: network, clock: clock, log: log)
  }
}
