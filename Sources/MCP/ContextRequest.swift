import JSON
import JSONRPC
import MovieCore

struct ContextRequest: Sendable {
  let request: Request
  let id: RequestID
  let revision: Revision
  let server: JSON

  var params: Params { request.params }

  func text(_ name: String) throws(RPCError) -> String {
    guard let text = params[name]?.string else {
      throw .invalidParams("The member \(name) must be a string.", field: name)
    }
    return text
  }

  func object(_ name: String) throws(RPCError) -> [JSON.Member] {
    switch params[name] {
    case nil: return []
    case .object(let members): return members
    default: throw .invalidParams("The member \(name) must be an object.", field: name)
    }
  }

  func resource() throws(RPCError) -> ContextResource {
    let uri = try text("uri")
    guard let resource = ContextResource(uri) else { throw notFound(uri) }
    return resource
  }

  func notFound(_ uri: String) -> RPCError {
    RPCError(
      code: revision.isStateless ? -32602 : -32002, reason: "resourceNotFound",
      message: "There is no resource “\(SafeText.line(uri, maximum: 100))”.",
      details: [JSON.Member("uri", .string(uri))])
  }

  /// Every list is one page.
  func checkCursor() throws(RPCError) {
    guard params["cursor"] == nil else { throw .invalidParams("There is no such cursor.", field: "cursor") }
  }

  // MARK: Results

  func list(_ name: StaticString, _ items: JSON) throws(RPCError) -> ContextResult {
    try checkCursor()
    return result(.unchanging) { $0.member(name, items) }
  }

  func result(
    _ lifetime: ContextResult.Lifetime? = nil, members: [JSON.Member] = [], meta: [JSON.Member] = []
  ) -> ContextResult {
    result(lifetime, meta: meta) { writer in
      for member in members { writer.member(escaping: member.name, member.value) }
    }
  }

  func result(
    _ lifetime: ContextResult.Lifetime? = nil, meta: [JSON.Member] = [],
    _ write: @escaping (inout JSONWriter) -> Void
  ) -> ContextResult {
    ContextResult(
      isStateless: revision.isStateless, lifetime: lifetime, meta: meta + [JSON.Member(Meta.server, server)],
      write: write)
  }
}

/// The result of a request. Since 2026-07-28 a result names its type and the server, and says how long it can be cached.
struct ContextResult: JSONEncodable {
  enum Lifetime {
    /// The same for every user, for as long as the process lives.
    case unchanging
    /// The user's own data, which can change at any time.
    case momentary
  }

  var isStateless: Bool
  /// Nil if a client does not cache such results.
  var lifetime: Lifetime?
  var meta: [JSON.Member]
  var write: (inout JSONWriter) -> Void

  func encode(to writer: inout JSONWriter) {
    writer.object { result in
      if isStateless {
        result.member("resultType", "complete")
        result.member("_meta", JSON.object(meta))
        if let lifetime {
          result.member("ttlMs", lifetime == .unchanging ? 3_600_000 : 0)
          result.member("cacheScope", lifetime == .unchanging ? "public" : "private")
        }
      }
      write(&result)
    }
  }
}
