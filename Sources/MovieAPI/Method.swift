/// A method of the protocol; `MethodTable.movies` lists it, and Examples.jsonl has its examples. Dispatch, checks and
/// documentation follow. Data that only the documentation needs is in closures, which are called when it is requested.
struct Method: Sendable {
  let name: String
  let summary: String
  let details: String
  let parameters: [any AnyParameter]
  let errors: @Sendable () -> [ErrorReason]
  let result: @Sendable () -> JSONSchema
  let run: @Sendable (Call) async throws -> any JSONEncodable

  init<Output: JSONResult & SendableMetatype>(
    _ name: String, _ summary: String, details: String, _ parameters: [any AnyParameter] = [],
    errors: @autoclosure @escaping @Sendable () -> [ErrorReason] = [],
    run: @escaping @Sendable (Call) async throws -> Output
  ) {
    (self.name, self.summary, self.details, self.parameters) = (name, summary, details, parameters)
    self.errors = errors
    result = { Output.schema }
    self.run = { try await run($0) }
  }
}

/// One call of a method, which reads all parameters before it acts, so that an invalid one is always reported.
struct Call: Sendable {
  let service: MovieService
  let request: Request

  var session: ClientSession { service.session }

  var context: RequestContext { RequestContext(id: request.id?.json, memory: request.memory) }

  func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(RPCError) -> Value {
    try parameter.read(request.params[parameter.name])
  }

  func language() throws(RPCError) -> String? { try self(LanguageTag.parameter).flatMap(LanguageTag.tag) }
}
