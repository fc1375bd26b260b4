import OnlineCatalogs

extension Subcommand {
  static let auth = Subcommand(
    "auth", "store a catalog's key, or show where keys come from",
    operands: "[CATALOG]",
    options: [
      Option(flag: "--remove", help: "remove the stored key"),
      Option(flag: "--check", help: "ask the service whether the key in use works"),
    ] + Setting.options(["--config"])
  ) { arguments in
    ResourceLimits.disableCoreDumps()
    let environment = try Environment.variables()
    let configuration = try Configuration(
      given: arguments.options.filter { $0.flag == "--config" }, environment: environment)
    let keys = CatalogKeys(configuration, environment: environment) { _ in }
    let isRemoving = arguments["--remove"] != nil
    guard let name = arguments.operands.first else {
      for option in ["--remove", "--check"] where arguments[option] != nil {
        throw UsageError("\(option) needs a catalog")
      }
      return list(keys)
    }
    // No message repeats the argument: it may be a key.
    guard arguments.operands.count == 1 else { throw UsageError("auth takes one catalog; give the key on stdin") }
    guard let provider = CatalogProvider.named(name) else {
      let names = CatalogProvider.all.map(\.name)
      throw UsageError(
        "the catalog must be one of " + names.joined(separator: ", ") + "; give the key on stdin"
          + Suggestion.hint(for: name, among: names))
    }
    if arguments["--check"] != nil {
      try arguments.forbid("--remove", with: "--check")
      return try check(provider, configuration, environment)
    }
    let file = CredentialsFile(path: configuration.paths.credentials)
    // Reports an unusable file before asking for the key.
    _ = try file.keys()
    if isRemoving {
      let hadKey = try file.set(nil, for: provider)
      report(hadKey ? "removed the key for \(name) from \(file.path)" : "no key for \(name) is stored")
    } else {
      try file.set(try readKey(of: provider), for: provider)
      report("stored the key for \(name) in \(file.path)")
    }
    switch keys.origins[name] {
    case .environment(let variables):
      report("note: \(variables.joined(separator: " and ")) is set and takes precedence")
    case .command(let command):
      report("note: the configuration file has a command, \(command.program), which takes precedence")
    case .file, nil: break
    }
    return 0
  }

  static var keyTable: String {
    CatalogProvider.all.flatMap { provider in
      provider.keyParts.map { part in
        "  " + fitted(provider.name, to: 7) + fitted(part.name, to: 15) + part.variablesText + "\n"
      }
    }.joined()
  }

  private static func readKey(of provider: CatalogProvider) throws(CredentialsFile.Failure) -> [String] {
    if let page = provider.keyPage, isatty(STDIN_FILENO) == 1 { report("\(provider.title) gives out keys at \(page)") }
    let input = SecretInput()
    defer { input.close() }
    var parts: [String] = []
    for part in provider.keyParts {
      let line = input.line(prompt: "\(provider.title)’s \(part.name) (not echoed): ") ?? ""
      guard !line.isEmpty else {
        throw CredentialsFile.Failure(description: "no \(part.name) was entered; nothing was stored")
      }
      guard part.isWellFormed(line) else {
        throw CredentialsFile.Failure(
          description: "invalid \(part.name) for \(provider.title): it must be \(part.form); nothing was stored")
      }
      parts.append(line)
    }
    return parts
  }

  private static func list(_ keys: CatalogKeys) -> Int32 {
    let width = CatalogProvider.all.map(\.name.count).max() ?? 0
    for provider in CatalogProvider.all {
      let origin =
        switch keys.origins[provider.name] {
        case .environment(let variables): "environment  \(variables.joined(separator: ", "))"
        case .command(let command): "command      \(command.program)"
        case .file: "file"
        case nil: "none"
        }
      let page = keys.origins[provider.name] == nil ? provider.keyPage.map { "         keys: \($0)" } ?? "" : ""
      printText(forTerminal("\(fitted(provider.name, to: width))  \(origin)\(page)") + "\n")
    }
    guard let failure = keys.fileFailure else { return 0 }
    report(failure)
    return ExitStatus.failure.rawValue
  }
}
