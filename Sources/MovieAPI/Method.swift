import JSON
import JSONRPC
import MovieCore

/// A method of the protocol. Its file under `Methods/` declares its parameters, errors, examples, result and work;
/// `MethodTable.all` lists it. Dispatch, checks and documentation follow from that.
///
/// Data that only the documentation needs is in closures, so that it is not built before it is requested.
public struct Method: Sendable {
  /// The value of `method` in requests.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The members of `params`, which are always by name.
  public let parameters: [any AnyParameter]
  /// The errors besides those that any request can have.
  public let errors: @Sendable () -> [ErrorReason]
  let result: @Sendable () -> JSONSchema
  /// Part of the session that the examples of all methods form.
  public let examples: @Sendable () -> [Example]
  /// Nil if the connection answers the method itself.
  let run: (@Sendable (Call) async throws -> any JSONEncodable)?

  init<Output: JSONResult & SendableMetatype>(
    _ name: String, _ summary: String, _ parameters: [any AnyParameter] = [],
    errors: @autoclosure @escaping @Sendable () -> [ErrorReason] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example],
    run: @escaping @Sendable (Call) async throws -> Output
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.errors = errors
    result = { Output.schema }
    self.examples = examples
    self.run = { try await run($0) }
  }

  init(
    answeredByConnection name: String, _ summary: String, result: @autoclosure @escaping @Sendable () -> JSONSchema,
    examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    self.name = name
    self.summary = summary
    parameters = []
    errors = { [] }
    self.result = result
    self.examples = examples
    run = nil
  }
}

/// Params and the result for them. The examples of all methods, in the table's order, form one session with the
/// built-in catalog, which a test runs.
public struct Example: Sendable {
  /// One line.
  public let name: String
  /// An object; empty for none.
  public let params: JSON
  /// Nil for a notification.
  public let result: JSON?
  /// What the example needs besides the built-in catalog; nil if nothing, so that the test can run it.
  public let needs: String?
  /// Whether arrays of the result are shortened.
  public let isAbridged: Bool

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
/// A method reads all parameters before it acts, so that an invalid one is reported whatever the others are.
struct Call: Sendable {
  let service: MovieService
  let request: Request

  var session: ClientSession { service.session }

  /// Identifies this call's work in `loading` notifications, by the request's id; a notification has none.
  var activity: Activity { Activity(id: request.id?.json) }

  func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(RPCError) -> Value {
    try parameter.read(request.params[parameter.name])
  }
}

/// All methods and notifications of the protocol.
public enum MethodTable {
  /// The methods in the order in which the document lists them and the test runs their examples.
  public static let all: [Method] = [
    Initialize.method,
    Search.method,
    NextPage.method,
    Home.method,
    Recommendations.method,
    Genres.method,
    Detail.method,
    Star.method,
    Unstar.method,
    ListFavorites.method,
    RefreshFavorites.method,
    Reviews.method,
    Poster.method,
    Login.method,
    CompleteLogin.method,
    Logout.method,
    GetSession.method,
    Rate.method,
    Unrate.method,
    Discover.method,
    Shutdown.method,
  ]

  /// The notifications in both directions, the client's first.
  public static let notifications: [NotificationDeclaration] = [
    ExitNotification.declaration,
    CancelRequestNotification.declaration,
    LoadingNotification.declaration,
    FavoritesChangedNotification.declaration,
    SessionChangedNotification.declaration,
    ResyncNotification.declaration,
  ]

  /// The topics that `resync` can list.
  static var topics: [String] { notifications.compactMap(\.topic).sorted() }

  /// The methods that the connection does not answer itself.
  static let byName = Dictionary(uniqueKeysWithValues: all.lazy.filter { $0.run != nil }.map { ($0.name, $0) })
}
