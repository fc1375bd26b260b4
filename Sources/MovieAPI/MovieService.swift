import JSON
import JSONRPC
import MovieCore

import struct Synchronization.Atomic

/// Answers JSON-RPC requests: finds the method, runs it, and converts its errors to those of the protocol.
public final class MovieService: RequestHandler {
  public let session: ClientSession
  let notifier: Notifier
  /// The process, for `initialize`.
  let server: ServerInfo
  let hasInitialized = Atomic(false)

  /// The data about the process that `initialize` returns, and the action that it requests.
  public struct ServerInfo: Sendable {
    public var name: String
    public var version: String
    /// Called with the client's process id; the server must exit when that process ends.
    public var followProcess: @Sendable (Int) -> Void

    public init(name: String, version: String, followProcess: @escaping @Sendable (Int) -> Void) {
      self.name = name
      self.version = version
      self.followProcess = followProcess
    }
  }

  /// - Parameter notifier: the receiver of the session's events.
  public init(session: ClientSession, notifier: Notifier, server: ServerInfo) {
    self.session = session
    self.notifier = notifier
    self.server = server
  }

  public func answer(_ request: Request) async throws -> any JSONEncodable {
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
