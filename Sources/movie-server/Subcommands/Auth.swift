import Platform

extension Subcommand {
  static let auth = Subcommand(
    name: "auth", summary: "store a catalog's key, or list which catalogs have one",
    operands: "[CATALOG]", choices: { KeyedCatalog.allCases.map(\.rawValue) },
    options: [Option(flag: "--remove", placeholder: nil, help: "forget the stored key")]
      + Setting.all.map(\.option).filter { $0.flag == "--config" },
    notes: """
      CATALOG is tmdb, omdb or naver. The key is read from stdin, never from the command line,
      where others could see it: typed without an echo, or piped. Naver's is two lines, ID and secret.

        movie-server auth tmdb
        pass show tmdb | movie-server auth tmdb

      Without a catalog it is listed which catalogs have a key, and where that comes from: the first
      of a variable (TMDB_API_KEY or TMDB_ACCESS_TOKEN, OMDB_API_KEY, NAVER_CLIENT_ID with
      NAVER_CLIENT_SECRET), a command in the configuration file, which is run when the key is first
      needed ("tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}), and what is stored here.

      """
  ) { arguments throws(UsageError) in
    let environment = Environment.variables
    let configuration = try Configuration(
      given: arguments.options.filter { $0.flag == "--config" }, environment: environment,
      readFile: Environment.readFile)
    let keys = CatalogKeys(configuration, environment: environment) { _ in }
    let isRemoving = arguments["--remove"] != nil
    guard let name = arguments.operands.first else {
      if isRemoving { throw UsageError(message: "--remove needs a catalog") }
      return list(keys)
    }
    // None of these repeats what was given: it may well be a key.
    guard arguments.operands.count == 1 else {
      throw UsageError(message: "auth takes one catalog; the key is read from stdin")
    }
    guard let catalog = KeyedCatalog(rawValue: name) else {
      let names = KeyedCatalog.allCases.map(\.rawValue)
      throw UsageError(
        message: "auth takes one of " + names.joined(separator: ", ") + "; the key is read from stdin"
          + Suggestion.hint(for: name, among: names))
    }
    let file = CredentialsFile(path: configuration.credentialsFile)
    do throws(CredentialsFile.Failure) {
      // Before a person is asked for anything.
      _ = try file.keys()
      if isRemoving {
        let hadKey = try file.set(nil, for: catalog)
        say(hadKey ? "the key for \(name) is removed from \(file.path)" : "no key for \(name) is stored")
      } else {
        try file.set(try read(catalog), for: catalog)
        say("the key for \(name) is stored in \(file.path)")
      }
    } catch {
      say(error.message)
      return 1
    }
    switch keys.origins[catalog] {
    case .environment(let variables): say("mind that \(variables.joined(separator: " and ")) is set, which goes first")
    case .command(let command):
      say("mind that the configuration file has a command, \(command.program), which goes first")
    case .file, nil: break
    }
    return 0
  }

  private static func read(_ catalog: KeyedCatalog) throws(CredentialsFile.Failure) -> [String] {
    let input = SecretInput()
    defer { input.close() }
    var parts: [String] = []
    for part in catalog.parts {
      let line = input.line(prompt: "\(catalog.title)’s \(part.name) (is not shown): ") ?? ""
      guard !line.isEmpty else {
        throw CredentialsFile.Failure(message: "no \(part.name) has come; nothing is stored")
      }
      guard part.isWellFormed(line) else {
        throw CredentialsFile.Failure(
          message: "that is no \(part.name) of \(catalog.title): it is \(part.form); nothing is stored")
      }
      parts.append(line)
    }
    return parts
  }

  private static func list(_ keys: CatalogKeys) -> Int32 {
    for catalog in KeyedCatalog.allCases {
      let origin =
        switch keys.origins[catalog] {
        case .environment(let variables): "environment  \(variables.joined(separator: ", "))"
        case .command(let command): "command      \(command.program)"
        case .file: "file"
        case nil: "none"
        }
      printText("\(catalog.rawValue)\(catalog == .naver ? "" : " ")  \(origin)\n")
    }
    guard let failure = keys.fileFailure else { return 0 }
    say(failure)
    return 1
  }

  private static func say(_ text: String) { writeText("movie-server: \(text)\n", to: STDERR_FILENO) }
}
