import Concurrency
import Foundation
import JSON

/// An HTTP proxy on loopback, to which every host name is this machine. A process of its own that ends with this object.
public final class Proxy: Sendable {
  public let port: String
  private let conversation: Mutex<Conversation>

  /// - Parameters:
  ///   - user: `NAME:PASSWORD`, without which it serves nobody; nil where it serves all.
  ///   - certificate: a file with a key and a certificate, where it is spoken to over TLS.
  ///   - answer: what every request is answered by: a status, `garbage`, or `nothing`.
  public init(user: String? = nil, certificate: String? = nil, answer: String? = nil) throws {
    let options = [("--user", user), ("--certificate", certificate), ("--answer", answer)]
    let conversation = try Conversation(
      script: "proxy.py", options.flatMap { name, value in value.map { [name, $0] } ?? [] })
    self.conversation = Mutex(conversation)
    do {
      port = try conversation.nextLine()
    } catch {
      conversation.end()
      throw error
    }
  }

  deinit { conversation.withLock { $0.end() } }

  /// For a variable such as `https_proxy`.
  ///
  /// - Parameter user: `NAME:PASSWORD`.
  public func url(scheme: String = "http", user: String? = nil) -> String {
    "\(scheme)://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(port)"
  }

  public struct Request: Sendable {
    public var method: String
    public var target: String
    /// Names in lowercase.
    public var headers: JSON
  }

  /// What it has been asked.
  public func requests() throws -> [Request] {
    try conversation.withLock { try $0.ask(["op": "log"]) }.array?.map { request in
      Request(
        method: request["method"]?.string ?? "", target: request["target"]?.string ?? "",
        headers: request["headers"] ?? .null)
    } ?? []
  }

  /// Lets nothing more through the connections there are, as a network does that has changed.
  public func freeze() throws { _ = try conversation.withLock { try $0.ask(["op": "freeze"]) } }
}

/// A certificate authority that only a test knows, and what it has signed for 127.0.0.1, localhost and service.invalid.
public final class Authority: Sendable {
  private let folder = TemporaryFolder()

  public init() throws {
    let conversation = try Conversation(script: "authority.py", [folder.path])
    defer { conversation.end() }
    _ = try conversation.nextLine()
  }

  /// Its own certificate.
  public var certificate: String { folder.file("authority.pem") }
  /// A key and its certificate, for a server.
  public var server: String { folder.file("server.pem") }
}
