import JSON
import JSONRPC
import MovieCore
import OnlineCatalogs

extension Subcommand {
  /// Asks a service whether it accepts the key in use, reports the answer, and returns the exit status.
  static func check(
    _ provider: CatalogProvider, _ configuration: Configuration, _ environment: [String: String]
  ) throws(UsageError) -> Int32 {
    var configuration = configuration
    // The default catalog is not used, and may lack its key.
    configuration.catalog = nil
    // A cached answer says nothing about the key.
    configuration.online.responseCacheBytes = 0
    let client = LocalClient(try ServerParts(configuration, environment))
    defer { client.close() }
    do throws(RPCError) {
      _ = try client.call(
        "search", [("catalog", .string(provider.name)), ("query", "casablanca"), ("limit", 1)])
      report("\(provider.title) accepts the key")
      return 0
    } catch {
      switch error.reason {
      case FailureReason.upstreamQuotaExceeded.rawValue:
        report("\(provider.title) accepts the key, but its quota is used up: \(error.message)")
        return 0
      case FailureReason.upstreamUnauthorized.rawValue:
        report("\(provider.title) refuses the key: \(error.message)")
        return 1
      case FailureReason.catalogNotConfigured.rawValue:
        report(error.message)
        return 1
      default:
        report("the key could not be checked: \(error.message)")
        return 3
      }
    }
  }
}
