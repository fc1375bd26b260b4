import JSON
import JSONRPC
import MovieCore

/// A method of the contract, declared once: its file under `Methods/` has its parameters, its result, its errors, its
/// examples and its work, and `MethodTable.all` its name. Dispatch, checks and documentation go by that.
///
/// What only the documentation needs is not made before somebody asks for it.
public struct Method: Sendable {
  /// As requests have it in `method`.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The members of its `params`: there are none by position.
  public let parameters: [any AnyParameter]
  /// What it can fail with besides what any request can.
  public let errors: @Sendable () -> [ErrorReason]
  let result: @Sendable () -> JSONSchema
  /// Part of the session that the examples of all methods are.
  public let examples: @Sendable () -> [Example]
  /// Nil where the connection answers by itself.
  let run: (@Sendable (Call) async throws -> any JSONEncodable)?

  init(
    _ name: String, _ summary: String, _ parameters: [any AnyParameter] = [],
    errors: @autoclosure @escaping @Sendable () -> [ErrorReason] = [],
    result: @autoclosure @escaping @Sendable () -> JSONSchema,
    examples: @autoclosure @escaping @Sendable () -> [Example],
    run: (@Sendable (Call) async throws -> any JSONEncodable)?
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.errors = errors
    self.result = result
    self.examples = examples
    self.run = run
  }
}

/// A notification of the contract, declared once, next to its type where it has one.
public struct NotificationDeclaration: Sendable {
  /// Who sends it. The raw value is the document's `x-direction`.
  public enum Direction: String, Sendable {
    case clientToServer = "client-to-server"
    case serverToClient = "server-to-client"
  }

  /// As messages have it in `method`.
  public let name: String
  /// One sentence.
  public let summary: String
  public let direction: Direction
  /// Of its `params`.
  public let members: @Sendable () -> [JSONSchema.Property]
  /// What its `params` may be.
  public let examples: @Sendable () -> [Example]

  init(
    _ name: String, _ summary: String, _ direction: Direction,
    _ members: @autoclosure @escaping @Sendable () -> [JSONSchema.Property],
    examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    self.name = name
    self.summary = summary
    self.direction = direction
    self.members = members
    self.examples = examples
  }
}

/// Params and what comes of them. The examples of all methods, in the table's order, are one session with the built-in
/// catalog, and a test runs it.
public struct Example: Sendable {
  /// What there is to see.
  public let name: String
  /// An object; empty for none.
  public let params: JSON
  /// Nil for a notification, and where the result is the document that the example stands in.
  public let result: JSON?
  /// What it takes besides the built-in catalog; nil where nothing is, and the test can run it.
  public let needs: String?
  /// Whether arrays of the result are cut short.
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
/// A method reads all its parameters before it does anything: a wrong one is told of whatever the others say.
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

/// Everything that can be asked and told.
public enum MethodTable {
  /// The methods in the order of the contract, in which their examples follow each other.
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
    Exit.notification,
    CancelRequest.notification,
    LoadingNotification.declaration,
    FavoritesChangedNotification.declaration,
    SessionChangedNotification.declaration,
    Resynchronize.declaration,
  ]

  /// The methods that are not the connection's own.
  static let byName = Dictionary(uniqueKeysWithValues: all.lazy.filter { $0.run != nil }.map { ($0.name, $0) })
}
