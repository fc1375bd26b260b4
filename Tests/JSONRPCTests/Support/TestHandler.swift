import Concurrency
import JSON
import JSONRPC

/// A handler with a few methods, each with its own behaviour.
final class TestHandler: RequestHandler {
  /// `hold` and `stubborn` wait for it.
  let gate = Gate()
  /// `listen` waits for it.
  private let ending = Gate()
  /// The called methods, in order.
  private let calls = Mutex<[String]>([])
  /// The memory of all calls of `foreign`.
  private let reservations = Mutex<[MemoryGate.Reservation]>([])

  var called: [String] { calls.withLock { $0 } }

  struct Failure: Error {}

  func answer(_ request: Request) async throws -> any JSONEncodable {
    calls.withLock { $0.append(request.method) }
    let params = request.params
    switch request.method {
    case "subtract":
      guard params.members != nil else { throw RPCError.invalidParams("Parameters must be by name.") }
      guard let minuend = params["minuend"]?.int else { throw RPCError.invalidParams("No number.", field: "minuend") }
      guard let subtrahend = params["subtrahend"]?.int else {
        throw RPCError.invalidParams("No number.", field: "subtrahend")
      }
      return JSON.integer(minuend - subtrahend)
    case "get_data": return ["hello", 5] as JSON
    case "update", "notify_hello", "notify_sum": return JSON.null
    case "echo": return params["value"] ?? .null
    case "yield":
      await Task.yield()
      return JSON.null
    case "blob": return JSON.string(String(repeating: "x", count: params["bytes"]?.int ?? 0))
    case "large":
      let bytes = params["bytes"]?.int ?? 0
      _ = try await request.memory?.reserve(params["estimate"]?.int ?? bytes)
      calls.withLock { $0.append("made") }
      return JSON.string(String(repeating: "x", count: bytes))
    case "foreign":
      let bytes = params["bytes"]?.int ?? 0
      if let memory = request.memory { reservations.withLock { $0.append(memory) } }
      _ = try await request.memory?.reserve(bytes, isSlow: true)
      calls.withLock { $0.append("admitted") }
      try await gate.pass()
      return JSON.string(String(repeating: "x", count: bytes))
    case "expire":
      for memory in reservations.withLock({ $0 }) { memory.expire(RPCError.invalidParams("No time.")) }
      return JSON.null
    case "hold":
      try await gate.pass()
      return "held" as JSON
    case "stubborn":
      await gate.passIgnoringCancellation()
      return "done" as JSON
    case "listen":
      try await ending.pass()
      return "ended" as JSON
    case "fail": throw Failure()
    case "open":
      gate.open()
      return JSON.null
    default: throw RPCError.methodNotFound(request.method)
    }
  }

  func endOpenRequests(willEnd: () -> Void) { ending.open() }
}
