import Concurrency
import JSON

/// A peer on loopback whose answers never end, or never help. It is a process that ends with this object.
public final class HostilePeer: Sendable {
  public enum Program: String, CaseIterable, Sendable {
    case proxy = "hostile_proxy.py"
    case http2 = "http2_flood.py"
    case service = "hostile_service.py"

    /// What the peer does with a request; the programs describe it.
    public var acts: [String] {
      switch self {
      case .proxy: ["length", "chunked", "drip", "headers", "interim", "tunnel", "silence"]
      case .http2:
        [
          "window-update", "stream-window-update", "priority", "empty-data", "settings", "ping", "unknown", "interim",
          "field-block", "data",
        ]
      case .service:
        [
          "drip", "dripping-head", "headers", "long-header", "interim", "body", "empty-chunks", "trailers",
          "redirects", "lengths", "silence",
        ] + (0...10).map { "retry-after-\($0)" }
      }
    }
  }

  public let port: String
  private let process: PythonProcess

  /// - Parameter certificate: a file with a key and a certificate, for TLS.
  public init(_ program: Program, _ act: String, certificate: String? = nil) throws {
    process = try PythonProcess(
      upstreamScript: program.rawValue, [act] + (certificate.map { ["--certificate", $0] } ?? []))
    do {
      port = try process.nextLine()
    } catch {
      process.end()
      throw error
    }
  }

  deinit { process.end() }

  /// The number of connections so far.
  public func connections() throws -> Int { try process.call([:]).int ?? 0 }
}
