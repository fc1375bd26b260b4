import struct Synchronization.Atomic

public final class MovieService: RequestHandler {
  public let session: ClientSession
  public let methods: MethodTable
  let notifier: Notifier
  public let server: ServerInfo
  let hasInitialized = Atomic(false)
  private let log: (@Sendable (String) -> Void)?

  public struct ServerInfo: JSONObject, Sendable {
    public var name: String
    /// The program's version, for display; not that of the protocol.
    public var version: String
    /// How to find more films than those of the default catalog, in a language; nil if that catalog has them all. Called
    /// when a client asks.
    public var hint: @Sendable (String?) -> String?
    /// Called with the client's process id; the server must exit when that process ends.
    public var followProcess: @Sendable (Int) -> Void

    public init(
      name: String, version: String, hint: @escaping @Sendable (String?) -> String? = { _ in nil },
      followProcess: @escaping @Sendable (Int) -> Void
    ) {
      (self.name, self.version, self.hint, self.followProcess) = (name, version, hint, followProcess)
    }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of the server.") { $0.name }
      field.required("version", .string, "The version of the server.") { $0.version }
    }
  }

  public init(
    session: ClientSession, methods: MethodTable, notifier: Notifier, server: ServerInfo,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    (self.session, self.methods, self.notifier, self.server, self.log) = (session, methods, notifier, server, log)
  }

  public func answer(_ request: Request) async throws -> any JSONEncodable {
    guard let log else { return try await run(request) }
    let start = ContinuousClock.now
    func write(_ outcome: String) {
      // A client may send a secret in the place of the name.
      let name = methods.byName[request.method]?.name ?? "unknown method"
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

  public func call(_ method: String, _ params: JSON) async throws -> JSON {
    guard case .object(let members) = params else { throw RPCError.invalidParams("params must be an object.") }
    return try JSON.parse(await answer(Request(method: method, params: Params(members))).jsonBytes)
  }

  private func run(_ request: Request) async throws -> any JSONEncodable {
    guard let run = methods.byName[request.method]?.run else { throw RPCError.methodNotFound(request.method) }
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
