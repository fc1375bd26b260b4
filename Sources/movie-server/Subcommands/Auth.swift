import OnlineCatalogs

extension Subcommand {
  static let auth = Subcommand(
    "auth", "store a catalog's key, or show where keys come from", operands: "[CATALOG]",
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
    let say = Sentences(language: configuration.language)
    let isRemoving = arguments["--remove"] != nil
    guard let name = arguments.operands.first else {
      for option in ["--remove", "--check"] where arguments[option] != nil {
        throw UsageError("{option} needs a catalog", ["option": .string(option)])
      }
      return list(keys, in: configuration.paths.credentials, say)
    }
    // No message repeats the argument: it may be a key.
    guard arguments.operands.count == 1 else { throw UsageError("auth takes one catalog; give the key on stdin") }
    guard let provider = CatalogProvider.named(name) else {
      let names = CatalogProvider.all.map(\.name)
      let choices: JSON = ["choices": .string(names.joined(separator: ", "))]
      let nearest = Suggestion.nearest(to: name, among: names)
      throw UsageError("the catalog must be one of {choices}; give the key on stdin", choices, suggestion: nearest)
    }
    if arguments["--check"] != nil {
      try arguments.forbid("--remove", with: "--check")
      return try check(provider, configuration, environment, say)
    }
    let file = CredentialsFile(path: configuration.paths.credentials)
    // Reports an unusable file before asking for the key.
    _ = try file.keys()
    let values: JSON = ["catalog": .string(name), "path": .string(file.path)]
    if isRemoving {
      let hadKey = try file.set(nil, for: provider)
      report(say(hadKey ? "removed the key for {catalog} from {path}" : "no key for {catalog} is stored", values))
    } else {
      try file.set(try readKey(of: provider, say), for: provider)
      report(say("stored the key for {catalog} in {path}", values))
    }
    switch keys.origins[name] {
    case .environment(let names):
      let values: JSON = ["names": .string(names.joined(separator: " and "))]
      report(say("note: {names} is set and takes precedence", values))
    case .command(let command):
      let sentence = "note: the configuration file has a command, {program}, which takes precedence"
      report(say(sentence, ["program": .string(command.program)]))
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

  private static func readKey(
    of provider: CatalogProvider, _ say: Sentences
  ) throws(CredentialsFile.Failure) -> [String] {
    if let page = provider.keyPage, isatty(STDIN_FILENO) == 1 {
      report(say("{service} gives out keys at {page}", ["service": .string(provider.title), "page": .string(page)]))
    }
    let input = SecretInput()
    defer { input.close() }
    var parts: [String] = []
    for part in provider.keyParts {
      let texts = ["service": provider.title, "part": say(part.name), "form": say(part.form)]
      let values = JSON.object(texts.map { JSON.Member($0, .string($1)) })
      let line = input.line(prompt: say("{service}’s {part} (not echoed): ", values)) ?? ""
      guard part.isWellFormed(line) else {
        let isEmpty = "no {part} was entered; nothing was stored"
        let isWrong = "invalid {part} for {service}: it must be {form}; nothing was stored"
        throw CredentialsFile.Failure(description: say(line.isEmpty ? isEmpty : isWrong, values))
      }
      parts.append(line)
    }
    return parts
  }

  private static func list(_ keys: CatalogKeys, in path: String, _ say: Sentences) -> Int32 {
    let width = CatalogProvider.all.map(\.name.count).max() ?? 0
    for provider in CatalogProvider.all {
      let (text, origin) =
        switch keys.origins[provider.name] {
        case .environment(let variables): ("environment  {origin}", variables.joined(separator: ", "))
        case .command(let command): ("command      {origin}", command.program)
        case .file: ("file         {origin}", path)
        case nil: ("none         {origin}", provider.keyPage.map { say("keys: {page}", ["page": .string($0)]) } ?? "")
        }
      let line = fitted(provider.name, to: width) + "  " + say(text, ["origin": .string(origin)])
      printText(forTerminal(line.trimmingASCIIWhitespace()) + "\n")
    }
    guard let failure = keys.fileFailure else { return 0 }
    report(failure)
    return ExitStatus.failure.rawValue
  }
}
