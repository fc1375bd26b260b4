/// What the Model Context Protocol adds to JSON-RPC 2.0. No request ends a session; a cancelled one gets no response.
public struct ContextProtocol: WireProtocol {
  private let service: ContextService

  public init(_ service: ContextService) { self.service = service }

  /// `notifications/cancelled` cancels a request. No other notification needs an action.
  public func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    guard method == "notifications/cancelled" else { return .ignored }
    return .cancellation(params["requestId"].flatMap(RequestID.init))
  }

  public var cancelled: RPCError? { nil }

  /// Only the oldest two revisions have batches.
  public var allowsBatches: Bool { [.november2024, .march2025].contains(service.handshake) }

  /// False: params are objects.
  public var allowsPositionalParams: Bool { false }

  /// False: ids are strings or integers.
  public var allowsNullIDs: Bool { false }

  public let overloaded = MovieProtocol().overloaded

  public let shuttingDown = MovieProtocol().shuttingDown
}

enum Revision: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// Whether every request names the revision, instead of a handshake at the beginning of the session.
  var isStateless: Bool { self == .july2026 }

  /// The newest revision with a handshake, which a client gets that asks for an unknown one.
  static let newestWithHandshake = Revision.november2025

  static let names = allCases.reversed().map(\.rawValue)
}

enum ContextMethod: String {
  case initialize, ping
  case discover = "server/discover"
  case listTools = "tools/list"
  case callTool = "tools/call"
  case listResources = "resources/list"
  case listResourceTemplates = "resources/templates/list"
  case readResource = "resources/read"
  case subscribe = "resources/subscribe"
  case unsubscribe = "resources/unsubscribe"
  case listPrompts = "prompts/list"
  case getPrompt = "prompts/get"
  case listen = "subscriptions/listen"

  func exists(in revision: Revision) -> Bool {
    switch self {
    case .initialize, .ping, .subscribe, .unsubscribe: !revision.isStateless
    case .discover, .listen: revision.isStateless
    default: true
    }
  }
}

enum Meta {
  static let revision = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let server = "io.modelcontextprotocol/serverInfo"
  static let subscription = "io.modelcontextprotocol/subscriptionId"
}
