import OnlineCatalogs

/// The keys of online catalogs and where each comes from: the environment, else a command in the configuration file,
/// else the file that `auth` writes.
struct CatalogKeys {
  enum Origin {
    case environment([String])
    case command(TokenCommand)
    case file
  }

  /// By provider name, as are `secrets`.
  private(set) var origins: [String: Origin] = [:]
  private(set) var secrets: [String: Secret<[String]>] = [:]
  /// The reason why the file that `auth` writes is not used; nil if it is used or does not exist.
  private(set) var fileFailure: String?

  /// Runs no command: the first request to a service does.
  init(_ configuration: Configuration, environment: [String: String], complain: @escaping @Sendable (String) -> Void) {
    var stored: [String: [String]] = [:]
    do throws(CredentialsFile.Failure) {
      stored = try CredentialsFile(path: configuration.paths.credentials).keys()
    } catch { fileFailure = error.description }
    for provider in CatalogProvider.all {
      let name = provider.name
      if let (parts, variables) = Self.key(of: provider, in: environment) {
        origins[name] = .environment(variables)
        secrets[name] = Secret(parts, source: parts)
      } else if let command = configuration.tokenCommands[name] {
        origins[name] = .command(command)
        secrets[name] = Self.secret(command, complain)
      } else if let parts = stored[name] {
        origins[name] = .file
        secrets[name] = Secret(parts, source: parts)
      }
    }
  }

  /// The parts of a key and the variables that hold them; nil if one of them is missing or empty.
  private static func key(
    of provider: CatalogProvider, in environment: [String: String]
  ) -> (parts: [String], variables: [String])? {
    let found = provider.keyParts.compactMap { part in
      part.variables.lazy.map { (variable: $0, value: (environment[$0] ?? "").trimmingASCIIWhitespace()) }
        .first { !$0.value.isEmpty }
    }
    guard found.count == provider.keyParts.count else { return nil }
    return (found.map(\.value), found.map(\.variable))
  }

  private static func secret(
    _ command: TokenCommand, _ complain: @escaping @Sendable (String) -> Void
  ) -> Secret<[String]> {
    Secret(source: command.words) {
      try await withCheckedThrowingContinuation { continuation in
        do throws(ThreadError) {
          // Its own thread: the command may wait for a passphrase, and the pool has few threads.
          try startThread { continuation.resume(with: Result { try key(from: command, complain) }) }
        } catch {
          continuation.resume(throwing: failure(.overloaded, of: command, "cannot be run at the moment: \(error)"))
        }
      }
    }
  }

  private static func failure(_ reason: FailureReason, of command: TokenCommand, _ text: String) -> MovieError {
    let name = command.provider.name
    return MovieError(reason, "The command for the key of the catalog \(name) \(text).", catalog: name)
  }

  private static func key(
    from command: TokenCommand, _ complain: @Sendable (String) -> Void
  ) throws(MovieError) -> [String] {
    do throws(TokenCommand.Failure) {
      return try command.run()
    } catch {
      let name = command.provider.name
      for line in error.complaint.split(whereSeparator: \.isNewline) {
        complain("\(TokenCommand.member) of \(name): \(command.program): \(line)")
      }
      throw failure(.catalogNotConfigured, of: command, "has failed: \(command.program) \(error.description)")
    }
  }
}

extension Subcommand {
  static func check(
    _ provider: CatalogProvider, _ configuration: Configuration, _ environment: [String: String], _ say: Sentences
  ) throws(UsageError) -> Int32 {
    var configuration = configuration
    // The default catalog is not used, and may lack its key.
    configuration.catalog = nil
    // A cached answer says nothing about the key.
    configuration.online.responseCacheBytes = 0
    let client = LocalClient(try ServerParts(configuration, environment))
    defer { client.close() }
    let service: JSON = ["service": .string(provider.title)]
    do throws(RPCError) {
      _ = try client.call("search", [("catalog", .string(provider.name)), ("query", "casablanca"), ("limit", 1)])
      report(say("{service} accepts the key", service))
      return 0
    } catch {
      let (text, status): (String, ExitStatus) =
        switch FailureReason(rawValue: error.reason) {
        case .upstreamQuotaExceeded: ("{service} accepts the key, but its quota is used up", .success)
        case .upstreamUnauthorized: ("{service} refuses the key", .negative)
        case .catalogNotConfigured: ("", .negative)
        default: ("the key could not be checked", .failure)
        }
      report((text.isEmpty ? "" : say(text, service) + ": ") + say(error))
      return status.rawValue
    }
  }
}
