import JSON
import JSONRPC
import MovieCore

/// A method of the contract, declared once: its file under `Methods/` has its parameters and its work, and
/// `MethodTable.all` its name. Dispatch, checks and documentation go by that.
public struct Method: Sendable {
  public let name: String
  /// One sentence.
  public let summary: String
  public let parameters: [any AnyParameter]
  let run: @Sendable (Call) async throws -> any JSONEncodable

  init(
    _ name: String, _ summary: String, _ parameters: [any AnyParameter] = [],
    run: @escaping @Sendable (Call) async throws -> any JSONEncodable
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.run = run
  }
}

/// One call of a method.
///
/// A method reads all its parameters before it does anything: a wrong one is told of whatever the others say.
struct Call: Sendable {
  let service: MovieService
  let request: Request

  var session: Session { service.session }

  /// The request's id, for what is told of its work; nil for a notification.
  var requestID: JSON? { request.id?.json }

  func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(RPCError) -> Value {
    try parameter.read(request.params[parameter.name])
  }
}

/// Every method there is.
public enum MethodTable {
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
  ]

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
