import JSON
import JSONRPC
import MovieCore

/// A method of the protocol. Its file under `Methods/` declares its parameters, errors, examples, result and work;
/// `MethodTable.movies` lists it. Dispatch, checks and documentation follow from that.
///
/// Data that only the documentation needs is in closures, so that it is not built before it is requested.
struct Method: Sendable {
  /// The value of `method` in requests.
  let name: String
  /// The work of the method, one sentence.
  let summary: String
  /// More about it, for readers of the document.
  let details: String
  /// The members of `params`, which are always by name.
  let parameters: [any AnyParameter]
  /// The errors besides those that any request can have.
  let errors: @Sendable () -> [ErrorReason]
  /// The schema of the result.
  let result: @Sendable () -> JSONSchema
  /// The method's part of the session that the examples of all methods form.
  let examples: @Sendable () -> [Example]
  /// Nil if the connection answers the method itself.
  let run: (@Sendable (Call) async throws -> any JSONEncodable)?

  init<Output: JSONResult & SendableMetatype>(
    _ name: String, _ summary: String, details: String, _ parameters: [any AnyParameter] = [],
    errors: @autoclosure @escaping @Sendable () -> [ErrorReason] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example],
    run: @escaping @Sendable (Call) async throws -> Output
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.errors = errors
    result = { Output.schema }
    self.examples = examples
    self.run = { try await run($0) }
  }

  /// A method that the connection in `JSONRPC` answers.
  init(
    answeredByConnection name: String, _ summary: String, details: String,
    result: @autoclosure @escaping @Sendable () -> JSONSchema,
    examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    parameters = []
    errors = { [] }
    self.result = result
    self.examples = examples
    run = nil
  }
}

/// An example of a message: its params, and the result for them. The examples of all methods, in the table's order,
/// form one session with the built-in catalog, which a test runs.
struct Example: Sendable {
  /// The purpose of the request, one line.
  let name: String
  /// An object, which is empty if the message has no params.
  let params: JSON
  /// Nil for a notification.
  let result: JSON?
  /// The conditions besides the built-in catalog, such as a login; nil if there are none, so that the test can run it.
  let needs: String?
  /// Whether arrays of the result are shortened.
  let isAbridged: Bool

  init(_ name: String, _ params: JSON, result: JSON? = nil, needs: String? = nil, isAbridged: Bool = false) {
    self.name = name
    self.params = params
    self.result = result
    self.needs = needs
    self.isAbridged = isAbridged
  }
}

/// One call of a method.
///
/// A method reads all parameters before it acts, so that an invalid one is always reported.
struct Call: Sendable {
  let service: MovieService
  let request: Request

  var session: ClientSession { service.session }

  /// The request, whose id `loading` notifications tell; a notification has none.
  var context: RequestContext { RequestContext(id: request.id?.json, memory: request.memory) }

  /// Reads a parameter: `try call(id)`.
  func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(RPCError) -> Value {
    try parameter.read(request.params[parameter.name])
  }

  /// Reads the parameter `language`; nil if it is missing, or names no language.
  func language() throws(RPCError) -> String? { try self(LanguageTag.parameter).flatMap(LanguageTag.tag) }
}
