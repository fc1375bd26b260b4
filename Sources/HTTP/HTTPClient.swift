import Concurrency

/// HTTP as the catalogs use it. From the caller to the network: identical requests become one, what is kept on disk is
/// used, busy services are asked again, and none is asked more often than it allows.
///
/// Making one costs nothing; its parts are made by the first request.
public final class HTTPClient: HTTPTransport {
  /// What a client is made with. All but `userAgent` has a default.
  public struct Configuration: Sendable {
    /// Whether the network is asked, and what is kept of that.
    public enum Exchanges: Sendable {
      case live
      /// With the network, every exchange written into a folder. Past the cache, so that the recording is whole.
      case recorded(into: String)
      /// From such a folder, without a network, a cache, or any waiting.
      case replayed(from: String)
    }

    /// Such as `movie-server/1.0`.
    public var userAgent: String
    public var exchanges = Exchanges.live
    /// Where answers are kept; nil for nowhere. Processes may share it.
    public var cacheFile: String?
    /// What all answers that are kept may take together, in bytes.
    public var cacheBytes = 64 << 20
    /// How many requests a second a service may be sent, by its name; one that is not named has no limit.
    public var rates: [String: Int] = [:]
    /// For requests that have no deadline of their own.
    public var deadline = Duration.seconds(10)
    /// The longest body, inflated, for requests that have no limit of their own.
    public var maximumBytes = 8 << 20
    /// What the layers go by; transfers on the network go by the system's clock.
    public var time = HTTPTime()
    /// Takes the place of the network.
    public var network: (any HTTPTransport)?

    public init(userAgent: String) { self.userAgent = userAgent }
  }

  private let configuration: Configuration
  private let layers = Mutex<(any HTTPTransport)?>(nil)

  public init(_ configuration: Configuration) { self.configuration = configuration }

  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.deadline = request.deadline ?? configuration.deadline
    request.maximumBytes = request.maximumBytes ?? configuration.maximumBytes
    let layers = layers.withLock { layers in
      let made = layers ?? configuration.layers()
      layers = made
      return made
    }
    return try await layers.response(to: request)
  }
}

extension HTTPClient.Configuration {
  fileprivate func layers() -> any HTTPTransport {
    switch exchanges {
    case .live:
      let patient = patiently(overNetwork(), time)
      guard let cacheFile else { return Coalescing(next: patient) }
      let store = CacheStore(path: cacheFile, limit: cacheBytes, date: time.date)
      return Coalescing(next: Caching(next: patient, store: store, time: time))
    case .recorded(let folder):
      return Coalescing(next: patiently(Recording(next: overNetwork(), into: folder), time))
    case .replayed(let folder):
      let recorded = Replaying(of: folder, time: time, deadline: deadline)
      return Coalescing(next: Retrying(next: recorded, time: time.withoutWaiting, deadline: deadline))
    }
  }

  private func patiently(_ next: any HTTPTransport, _ time: HTTPTime) -> any HTTPTransport {
    // Every attempt takes a turn.
    let paced = RateLimiting(next: next, time: time, deadline: deadline, rates: rates)
    return Retrying(next: paced, time: time, deadline: deadline)
  }

  private func overNetwork() -> any HTTPTransport {
    network ?? CurlTransport(userAgent: userAgent, deadline: deadline, maximumBytes: maximumBytes)
  }
}
