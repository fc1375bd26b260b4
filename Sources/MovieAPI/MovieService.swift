import JSON
import JSONRPC
import MovieCore

import struct Synchronization.Atomic

/// Answers JSON-RPC requests about movies: finds the method, lets it read its parameters, and gives its result or its
/// error the form of the contract.
public final class MovieService: RequestHandler {
  public let session: ClientSession
  let notifier: Notifier
  /// What the process tells of itself.
  let server: ServerInfo
  let hasInitialized = Atomic(false)

  /// What `initialize` tells of the process, and what it has the process do.
  public struct ServerInfo: Sendable {
    public var name: String
    public var version: String
    /// Called with the client's process id, which the server must not outlive.
    public var followProcess: @Sendable (Int) -> Void

    public init(name: String, version: String, followProcess: @escaping @Sendable (Int) -> Void) {
      self.name = name
      self.version = version
      self.followProcess = followProcess
    }
  }

  /// - Parameter notifier: what the session pushes to.
  public init(session: ClientSession, notifier: Notifier, server: ServerInfo) {
    self.session = session
    self.notifier = notifier
    self.server = server
  }

  public func answer(_ request: Request) async throws -> any JSONEncodable {
    guard let run = MethodTable.byName[request.method]?.run else { throw RPCError.methodNotFound(request.method) }
    // Here and not where parameters are read: a method without any refuses it too.
    guard request.params.members != nil else {
      throw RPCError.invalidParams("Parameters are given by name: params must be an object.")
    }
    // The favorites open on their own thread while the first request is under way.
    session.prepare()
    do {
      return try await run(Call(service: self, request: request))
    } catch let error as MovieError {
      throw RPCError(error)
    }
  }
}
