import JSON
import JSONRPC
import MovieCore

import struct Synchronization.Atomic

/// Answers JSON-RPC requests: finds the method, runs it, and converts its errors to those of the protocol.
public final class MovieService: RequestHandler {
  /// The session whose methods the requests call.
  public let session: ClientSession
  let notifier: Notifier
  let server: ServerInfo
  let hasInitialized = Atomic(false)
  private let log: (@Sendable (String) -> Void)?

  /// The data about the process that `initialize` returns, and the action that `initialize` requests.
  public struct ServerInfo: Sendable {
    /// The program's name, for display.
    public var name: String
    /// The program's version, for display; not that of the protocol.
    public var version: String
    /// Called with the client's process id; the server must exit when that process ends.
    public var followProcess: @Sendable (Int) -> Void

    /// - Parameter followProcess: called on any thread.
    public init(name: String, version: String, followProcess: @escaping @Sendable (Int) -> Void) {
      self.name = name
      self.version = version
      self.followProcess = followProcess
    }
  }

  /// - Parameters:
  ///   - notifier: the receiver of the session's events.
  ///   - log: called on any thread with a line about each request; nil for no log.
  public init(
    session: ClientSession, notifier: Notifier, server: ServerInfo, log: (@Sendable (String) -> Void)? = nil
  ) {
    self.session = session
    self.notifier = notifier
    self.server = server
    self.log = log
  }

  /// Runs the request's method and returns its result.
  ///
  /// - Throws: `RPCError`, or `CancellationError` if the request was cancelled.
  public func answer(_ request: Request) async throws -> any JSONEncodable {
    guard let log else { return try await run(request) }
    let start = ContinuousClock.now
    func write(_ outcome: String) {
      // A client may send a secret in the place of the name.
      let name = MethodTable.byName[request.method]?.name ?? "unknown method"
      log("\(name): \(outcome), \(Int((.now - start) / .milliseconds(1))) ms")
    }
    do {
      let result = try await run(request)
      write("ok")
      return result
    } catch {
      write((error as? RPCError)?.reason ?? (error is CancellationError ? "cancelled" : "internalError"))
      throw error
    }
  }

  private func run(_ request: Request) async throws -> any JSONEncodable {
    guard let run = MethodTable.byName[request.method]?.run else { throw RPCError.methodNotFound(request.method) }
    // Checked here rather than in `Call`, so that methods without parameters check it too.
    guard request.params.members != nil else {
      throw RPCError.invalidParams("Parameters are given by name: params must be an object.")
    }
    // Opens the favorites on their own thread while the first request is processed.
    session.prepare()
    do {
      return try await run(Call(service: self, request: request))
    } catch let error as MovieError {
      throw RPCError(error)
    }
  }
}
