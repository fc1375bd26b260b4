import Foundation
import JSON
import Threads

/// TMDB, OMDb or Naver on loopback, a process of its own that ends with this object. `Tests/Upstreams/README.md` tells
/// what it knows, what it leaves out and which faults there are.
public final class Upstream: Sendable {
  public enum Service: String, CaseIterable, Sendable {
    case tmdb, omdb, naver
  }

  /// How long anything may take before a test gives it up. Generous: it is only ever used up by a failure.
  private static let patience = 120_000

  public let service: Service
  /// For `TMDB_BASE_URL`, `OMDB_BASE_URL` or `NAVER_BASE_URL`.
  public let baseURL: String
  private let conversation: Locked<Conversation?>

  /// - Parameter keys: what it accepts instead of its usual keys: TMDB's key or a token that begins with `eyJ`, OMDb's
  ///   key, or Naver's `ID:SECRET`.
  public init(_ service: Service, keys: [String] = []) throws {
    self.service = service
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Upstreams/upstream.py").path
    let conversation = try Conversation(
      ["python3", script, service.rawValue] + keys.flatMap { ["--key", $0] }, patience: Self.patience)
    self.conversation = Locked(conversation)
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
    let deadline = ContinuousClock.now + .milliseconds(Self.patience)
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
      try conversation.write(command.jsonText)
      let answer = try JSON.parse(Array(try conversation.nextLine().utf8))
      guard let result = answer["result"] else { throw UpstreamError(answer.jsonText) }
      return result
    }
  }
}

/// Why an upstream cannot be used.
public struct UpstreamError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}

/// A process that is asked and answers by lines.
private final class Conversation: Sendable {
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private let patience: Int
  private let received = Locked<[UInt8]>([])

  init(_ command: [String], patience: Int) throws {
    self.patience = patience
    let (inputEnds, outputEnds) = (try Spawning.pipe(), try Spawning.pipe())
    defer { for descriptor in [inputEnds.read, outputEnds.write] { close(descriptor) } }
    (input, output) = (inputEnds.write, outputEnds.read)
    do {
      id = try Spawning.spawn(
        "/usr/bin/env", command, environment: ProcessInfo.processInfo.environment,
        standard: [inputEnds.read, outputEnds.write])
    } catch {
      for descriptor in [inputEnds.write, outputEnds.read] { close(descriptor) }
      throw error
    }
  }

  func write(_ line: String) throws {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw UpstreamError("It takes no commands: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  func nextLine() throws -> String {
    try received.withLock { received in
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if let end = received.firstIndex(of: 0x0A) {
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&request, 1, Int32(patience))
        if isReady == 0 { throw UpstreamError("It does not answer.") }
        let count = isReady < 0 ? -1 : read(output, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { throw UpstreamError("It has ended; is there python3?") }
        received += chunk.prefix(count)
      }
    }
  }

  /// Leaves nothing behind, in whatever state the process is.
  func end() {
    kill(id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
    close(input)
    close(output)
  }
}
