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

  // MARK: Results

  func list(_ name: String, _ items: JSON) throws(RPCError) -> JSON {
    // Every list is one page.
    guard params["cursor"] == nil else { throw .invalidParams("There is no such cursor.", field: "cursor") }
    return result([JSON.Member(name, items)], isUnchanging: true)
  }

  /// Since 2026-07-28 a result names its type and the server, and says how long it can be cached.
  ///
  /// - Parameter isUnchanging: whether it is the same for every user as long as the process lives, or is the user's own
  ///   and can change; nil if it is never cached.
  func result(_ members: [JSON.Member] = [], isUnchanging: Bool? = nil, meta: [JSON.Member] = []) -> JSON {
    guard revision.isStateless else { return .object(members) }
    let own = [
      JSON.Member("resultType", "complete"), JSON.Member("_meta", .object(meta + [JSON.Member(Meta.server, server)])),
    ]
    let caching = isUnchanging.map {
      [JSON.Member("ttlMs", $0 ? 3_600_000 : 0), JSON.Member("cacheScope", $0 ? "public" : "private")]
    }
    return .object(own + (caching ?? []) + members)
  }
}
