import Concurrency
import Foundation
import JSON

/// TMDB, OMDb or Naver on loopback, a process of its own that ends with this object. `Tests/Upstreams/README.md` tells
/// what it knows, what it leaves out and which faults there are.
public final class Upstream: Sendable {
  public enum Service: String, CaseIterable, Sendable {
    case tmdb, omdb, naver
  }

  public let service: Service
  /// For `TMDB_BASE_URL`, `OMDB_BASE_URL` or `NAVER_BASE_URL`.
  public let baseURL: String
  private let conversation: Mutex<Conversation?>

  /// - Parameter keys: what it accepts instead of its usual keys: TMDB's key or a token that begins with `eyJ`, OMDb's
  ///   key, or Naver's `ID:SECRET`.
  /// - Parameter certificate: a file with a key and a certificate, to speak TLS with; nil for plain HTTP.
  public init(_ service: Service, keys: [String] = [], certificate: String? = nil) throws {
    self.service = service
    let conversation = try Conversation(
      script: "upstream.py",
      [service.rawValue] + keys.flatMap { ["--key", $0] } + (certificate.map { ["--certificate", $0] } ?? []))
    self.conversation = Mutex(conversation)
    do {
      baseURL = try conversation.nextLine()
    } catch {
      conversation.end()
      throw error
    }
  }

  deinit { stop() }

  /// Ends the process. What was connected to it is cut off, and its port refuses connections.
  public func stop() {
    conversation.withLock { conversation in
      conversation?.end()
      conversation = nil
    }
  }

  // MARK: Faults

  /// Adds a rule; the first that matches and is not used up counts.
  ///
  /// - Parameters:
  ///   - kind: as the README names it.
  ///   - match: part of `METHOD path?query`, or a regular expression; empty matches everything.
  ///   - times: how often it happens; nil for always.
  ///   - skip: how many requests are let through before.
  public func setFault(
    _ kind: String, _ parameters: JSON = [:], match: String = "", times: Int? = nil, skip: Int = 0
  ) throws {
    guard case .object(let members) = parameters else { throw UpstreamError("No object: \(parameters.jsonText)") }
    let fault = JSON.object([JSON.Member("kind", .string(kind))] + members)
    let rule: JSON = [
      "match": .string(match), "fault": fault, "times": times.map { .integer($0) } ?? .null, "skip": .integer(skip),
    ]
    _ = try ask("faults", ["rules": [rule]])
  }

  /// Answers well from now on, also those requests that stall.
  public func clearFaults() throws { _ = try ask("clear_faults") }

  /// What the person does with a request token on TMDB's site, or time does.
  public enum Decision: String, Sendable {
    case approved, denied, expired
  }

  /// - Parameter token: the empty one is every token that was given out.
  public func decide(_ decision: Decision, token: String = "") throws {
    _ = try ask("approve", ["request_token": .string(token), "decision": .string(decision.rawValue)])
  }

  // MARK: Log

  /// What it has seen since it began or `clearLog`.
  public func log() throws -> UpstreamLog { try UpstreamLog(try ask("log")) }

  public func clearLog() throws { _ = try ask("clear_log") }

  /// Waits until so many requests have come that match, as in `setFault`.
  ///
  /// - Parameters:
  ///   - state: counts only requests in that state.
  ///   - open: waits also until no more connections than that are open.
  public func wait(
    for match: String, count: Int = 1, state: UpstreamLog.State? = nil, open: Int? = nil
  ) throws {
    // In short turns: others may set faults meanwhile.
    let deadline = ContinuousClock.now + .milliseconds(Conversation.patience)
    repeat {
      let isSo = try ask(
        "wait",
        [
          "match": .string(match), "count": .integer(count), "state": state.map { .string($0.rawValue) } ?? .null,
          "open": open.map { .integer($0) } ?? .null, "timeout_ms": 50,
        ])
      if isSo == true { return }
    } while ContinuousClock.now < deadline
    throw UpstreamError("\(match) has not come \(count) times: \(try log().requests.map(\.target))")
  }

  /// The same without blocking the thread, of which tests that are tasks have few.
  public func wait(
    for match: String, count: Int = 1, state: UpstreamLog.State? = nil, open: Int? = nil
  ) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      startThread { [self] in
        continuation.resume(with: Result { try wait(for: match, count: count, state: state, open: open) })
      }
    }
  }

  private func ask(_ operation: String, _ parameters: JSON = [:]) throws -> JSON {
    guard case .object(let members) = parameters else { throw UpstreamError("No object: \(parameters.jsonText)") }
    let command = JSON.object([JSON.Member("op", .string(operation))] + members)
    return try conversation.withLock { conversation in
      guard let conversation else { throw UpstreamError("It was stopped.") }
      return try conversation.ask(command)
    }
  }
}

/// Why an upstream cannot be used.
public struct UpstreamError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}
