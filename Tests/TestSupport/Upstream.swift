import Concurrency
import Foundation
import JSON

/// A simulation of TMDB, OMDb or Naver on loopback, in a process that ends with this object. `Tests/Upstreams/README.md`
/// describes its data, its gaps and its faults.
public final class Upstream: Sendable {
  public enum Service: String, CaseIterable, Sendable {
    case tmdb, omdb, naver
  }

  public let service: Service
  /// The value for `TMDB_BASE_URL`, `OMDB_BASE_URL` or `NAVER_BASE_URL`.
  public let baseURL: String
  private let process: Mutex<PythonProcess?>

  /// - Parameters:
  ///   - keys: the keys to accept instead of the usual ones: TMDB's key or a token that starts with `eyJ`, OMDb's key, or
  ///     Naver's `ID:SECRET`.
  ///   - certificate: a file with a key and a certificate, for TLS; nil for plain HTTP.
  public init(_ service: Service, keys: [String] = [], certificate: String? = nil) throws {
    self.service = service
    let process = try PythonProcess(
      upstreamScript: "upstream.py",
      [service.rawValue] + keys.flatMap { ["--key", $0] } + (certificate.map { ["--certificate", $0] } ?? []))
    self.process = Mutex(process)
    do {
      baseURL = try process.nextLine()
    } catch {
      process.end()
      throw error
    }
  }

  deinit { stop() }

  /// Ends the process. Its connections are cut, and its port refuses new ones.
  public func stop() {
    process.withLock { process in
      process?.end()
      process = nil
    }
  }

  // MARK: Faults

  /// Adds a fault rule; the first rule that matches and is not used up applies.
  ///
  /// - Parameters:
  ///   - kind: a kind from the README.
  ///   - match: a part of `METHOD path?query`, or a regular expression; an empty one matches everything.
  ///   - times: how often the rule applies; nil for always.
  ///   - skip: the number of matching requests that pass first.
  public func setFault(
    _ kind: String, _ parameters: JSON = [:], match: String = "", times: Int? = nil, skip: Int = 0
  ) throws {
    guard case .object(let members) = parameters else { throw UpstreamError("Not an object: \(parameters.jsonText)") }
    let fault = JSON.object([JSON.Member("kind", .string(kind))] + members)
    let rule: JSON = [
      "match": .string(match), "fault": fault, "times": times.map { .integer($0) } ?? .null, "skip": .integer(skip),
    ]
    _ = try call("faults", ["rules": [rule]])
  }

  /// Removes all rules, and continues stalled responses.
  public func clearFaults() throws { _ = try call("clear_faults") }

  /// A person's decision about a request token on TMDB's site, or its expiry.
  public enum Decision: String, Sendable {
    case approved, denied, expired
  }

  /// - Parameter token: an empty one means every token.
  public func decide(_ decision: Decision, token: String = "") throws {
    _ = try call("approve", ["request_token": .string(token), "decision": .string(decision.rawValue)])
  }

  // MARK: Log

  /// The log since the start, or since `clearLog`.
  public func log() throws -> UpstreamLog { try UpstreamLog(try call("log")) }

  public func clearLog() throws { _ = try call("clear_log") }

  /// Waits for requests.
  ///
  /// - Parameters:
  ///   - match: as in `setFault`.
  ///   - count: the number of matching requests to wait for.
  ///   - state: counts only requests in this state.
  ///   - open: also waits until at most this many connections are open.
  public func wait(
    for match: String, count: Int = 1, state: UpstreamLog.State? = nil, open: Int? = nil
  ) throws {
    // In short intervals, so that other threads can set faults meanwhile.
    let deadline = ContinuousClock.now + .milliseconds(PythonProcess.timeout)
    repeat {
      let isDone = try call(
        "wait",
        [
          "match": .string(match), "count": .integer(count), "state": state.map { .string($0.rawValue) } ?? .null,
          "open": open.map { .integer($0) } ?? .null, "timeout_ms": 50,
        ])
      if isDone == true { return }
    } while ContinuousClock.now < deadline
    throw UpstreamError("\(match) was not requested \(count) times: \(try log().requests.map(\.target))")
  }

  /// The same without blocking the thread; tasks share few threads.
  public func wait(
    for match: String, count: Int = 1, state: UpstreamLog.State? = nil, open: Int? = nil
  ) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { [self] in
        continuation.resume(with: Result { try wait(for: match, count: count, state: state, open: open) })
      }
    }
  }

  private func call(_ operation: String, _ parameters: JSON = [:]) throws -> JSON {
    guard case .object(let members) = parameters else { throw UpstreamError("Not an object: \(parameters.jsonText)") }
    let command = JSON.object([JSON.Member("op", .string(operation))] + members)
    return try process.withLock { process in
      guard let process else { throw UpstreamError("The upstream was stopped.") }
      return try process.call(command)
    }
  }
}

/// The reason why an upstream or a proxy cannot be used.
public struct UpstreamError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}
