import Concurrency
import MovieCore
import OnlineCatalogs

/// Where each catalog's key comes from: the environment, else a command of the configuration file, else the file that
/// `auth` writes.
struct CatalogKeys {
  enum Origin {
    /// The variables that hold it.
    case environment([String])
    case command(TokenCommand)
    case file
  }

  private(set) var origins: [KeyedCatalog: Origin] = [:]
  /// The keys of those catalogs that have one.
  private(set) var credentials = Credentials()
  /// What to say when one of the others is asked for, by the catalog's name.
  private(set) var missing: [String: MovieError] = [:]
  /// Why the file that `auth` writes is not used; nil where it is, and where there is none.
  private(set) var fileFailure: String?

  /// Runs no command: that is left to the first request to the catalog's service.
  ///
  /// - Parameter complain: told what a person has to know who wonders why a command has failed; called on any thread.
  init(_ configuration: Configuration, environment: [String: String], complain: @escaping @Sendable (String) -> Void) {
    var stored: [KeyedCatalog: [String]] = [:]
    do throws(CredentialsFile.Failure) {
      stored = try CredentialsFile(path: configuration.credentialsFile).keys()
    } catch {
      fileFailure = error.message
    }
    for catalog in KeyedCatalog.allCases {
      if let (parts, variables) = Self.key(of: catalog, in: environment) {
        origins[catalog] = .environment(variables)
        credentials.set(Secret(parts, source: parts), for: catalog)
      } else if let command = configuration.tokenCommands[catalog] {
        origins[catalog] = .command(command)
        credentials.set(Self.secret(command, complain), for: catalog)
      } else if let parts = stored[catalog] {
        origins[catalog] = .file
        credentials.set(Secret(parts, source: parts), for: catalog)
      } else {
        missing[catalog.rawValue] = MovieError(
          .catalogNotConfigured, "The catalog \(catalog.rawValue) has no key. \(catalog.advice)",
          catalog: catalog.rawValue, detail: fileFailure)
      }
    }
  }

  /// The parts of a key and the variables that they stand in; nil where one of them is missing or empty.
  private static func key(
    of catalog: KeyedCatalog, in environment: [String: String]
  ) -> (parts: [String], variables: [String])? {
    let found = catalog.parts.compactMap { part in
      part.variables.lazy.map { (variable: $0, value: trimmed(environment[$0] ?? "")) }.first { !$0.value.isEmpty }
    }
    guard found.count == catalog.parts.count else { return nil }
    return (found.map(\.value), found.map(\.variable))
  }

  private static func secret(
    _ command: TokenCommand, _ complain: @escaping @Sendable (String) -> Void
  ) -> Secret<[String]> {
    Secret(source: command.words) {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own: a passphrase may be asked for, and threads of the pool are few.
        startThread {
          continuation.resume(
            with: Result {
              do throws(TokenCommand.Failure) {
                return try command.run()
              } catch {
                let name = command.catalog.rawValue
                for line in error.complaint.split(whereSeparator: \.isNewline) {
                  complain("\(TokenCommand.member) of \(name): \(command.program): \(line)")
                }
                throw MovieError(
                  .catalogNotConfigured,
                  "The command for the key of the catalog \(name) has failed: \(command.program) \(error.description).",
                  catalog: name)
              }
            })
        }
      }
    }
  }
}

extension Credentials {
  /// - Parameter parts: as many as the catalog's key has.
  fileprivate mutating func set(_ parts: Secret<[String]>, for catalog: KeyedCatalog) {
    switch catalog {
    case .tmdb: tmdb = parts.map { $0[0] }
    case .omdb: omdb = parts.map { $0[0] }
    case .naver: naver = parts.map { NaverClient(id: $0[0], secret: $0[1]) }
    }
  }
}
