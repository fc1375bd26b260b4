import LibrarySync
import OperatingSystem
import PostgreSQL

extension Subcommand {
  static let sync = Subcommand(
    "sync", "synchronize the library with other machines", operands: "[status|now|schema|forget] [DEVICE]",
    options: [Option(flag: "--json", help: "print a JSON object")] + Setting.ofSync
  ) { arguments in
    let action = arguments.operands.first ?? "status"
    guard arguments.operands.count <= (action == "forget" ? 2 : 1) else {
      throw UsageError("sync \(action) takes no more operands")
    }
    if action == "schema" {
      printText(DatabaseSchema.statements)
      return 0
    }
    let environment = try Environment.variables()
    let configuration = try Configuration(
      given: arguments.options.filter { $0.flag != "--json" }, environment: environment)
    let parts = try ServerParts(configuration, environment)
    guard let replicator = parts.replicator() else {
      throw UsageError("no database is configured: give --sync-url, or set \"syncUrl\" in the configuration file")
    }
    defer { parts.favorites.close(milliseconds: 1_000) }
    let asJSON = arguments["--json"] != nil
    try Arguments.require(action, of: "the action", among: ["status", "now", "forget", "schema"])
    switch action {
    case "status": return show(waitFor { await replicator.check() }.get(), asJSON: asJSON)
    case "now": return show(waitFor { await replicator.synchronizeOnce() }.get(), asJSON: asJSON)
    default:
      guard arguments.operands.count == 2 else { throw UsageError("sync forget needs the name of a device") }
      return try forget(arguments.operands[1], replicator)
    }
  }

  private static func forget(_ device: String, _ replicator: Replicator) throws -> Int32 {
    let count = try waitFor { () async throws(PostgresError) in try await replicator.forget(device) }.get()
    report(count == 0 ? "there is no device “\(device)”" : "forgot “\(device)”")
    return (count == 0 ? ExitStatus.negative : .success).rawValue
  }

  /// - Returns: the exit status, of success only if everything was exchanged.
  private static func show(_ status: ReplicationStatus, asJSON: Bool) -> Int32 {
    if asJSON {
      printText(forTerminal(status.jsonText) + "\n")
    } else if let error = status.error {
      report(error)
    } else {
      printText(status.state == .inSync ? "in sync\n" : "the database and this machine differ\n")
      for device in status.devices { printText(forTerminal("  \(device.seenAt)  \(device.name)") + "\n") }
    }
    return (status.error != nil ? ExitStatus.failure : status.state == .inSync ? .success : .negative).rawValue
  }
}

extension ServerParts {
  func replicator() -> Replicator? {
    guard let url = configuration.sync.url else { return nil }
    var settings = Replicator.Configuration(
      url: url, library: configuration.sync.library, folder: configuration.paths.data)
    if let words = configuration.sync.passwordCommand {
      settings.password = { () throws(PostgresError) in
        let output = ChildCommand.run(words, timeoutMilliseconds: TokenCommand.timeoutMilliseconds)
        guard let failure = output.failure else { return output.lines(1).first ?? "" }
        throw PostgresError(kind: .refused, message: "the command for the password of the database \(failure)")
      }
    }
    return Replicator(settings, favorites) { [log] in log(.info, $0) }
  }
}
