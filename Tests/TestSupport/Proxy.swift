import Concurrency
import Foundation
import JSON

/// An HTTP proxy on loopback that resolves every host name to this machine. It is a process that ends with this object.
public final class Proxy: Sendable {
  public let port: String
  private let process: Mutex<PythonProcess>

  /// - Parameters:
  ///   - user: the required `NAME:PASSWORD`; nil for no authentication.
  ///   - certificate: a file with a key and a certificate, for an HTTPS proxy.
  ///   - answer: the response to every request: a status, `garbage`, or `nothing`.
  public init(user: String? = nil, certificate: String? = nil, answer: String? = nil) throws {
    let options = [("--user", user), ("--certificate", certificate), ("--answer", answer)]
    let process = try PythonProcess(
      upstreamScript: "proxy.py", options.flatMap { name, value in value.map { [name, $0] } ?? [] })
    self.process = Mutex(process)
    do {
      port = try process.nextLine()
    } catch {
      process.end()
      throw error
    }
  }

  deinit { process.withLock { $0.end() } }

  /// The value for a variable such as `https_proxy`.
  ///
  /// - Parameter user: `NAME:PASSWORD`.
  public func url(scheme: String = "http", user: String? = nil) -> String {
    "\(scheme)://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(port)"
  }

  public struct Request: Sendable {
    public var method: String
    public var target: String
    /// The names are in lowercase.
    public var headers: JSON
  }

  /// The requests so far.
  public func requests() throws -> [Request] {
    try process.withLock { try $0.call(["op": "log"]) }.array?.map { request in
      Request(
        method: request["method"]?.string ?? "", target: request["target"]?.string ?? "",
        headers: request["headers"] ?? .null)
    } ?? []
  }

  /// Stops forwarding on the existing connections, as after a change of the network.
  public func freeze() throws { _ = try process.withLock { try $0.call(["op": "freeze"]) } }
}

/// A certificate authority of a test, and a certificate that it has signed for 127.0.0.1, localhost and service.invalid.
public final class Authority: Sendable {
  private let folder = TemporaryFolder()

  public init() throws {
    let process = try PythonProcess(upstreamScript: "authority.py", [folder.path])
    defer { process.end() }
    _ = try process.nextLine()
  }

  /// The file with its own certificate.
  public var certificate: String { folder.file("authority.pem") }
  /// The file with a key and a certificate, for a server.
  public var server: String { folder.file("server.pem") }
}
