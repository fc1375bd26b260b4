enum Completion {
  /// A line for each candidate: the word, a tab, and a description. A word for which the shell must complete paths has
  /// the one line `:f`, for files, or `:d`, for folders.
  ///
  /// - Parameter words: those after the program's name; the last one is incomplete. bash splits `--flag=value` into
  ///   three words.
  static func lines(for words: [String]) -> [String] {
    var previous = words.dropLast()
    var current = words.last ?? ""
    let named = Subcommand.all.first { $0.name == previous.first }
    let subcommand = named ?? Subcommand.all[0]
    func option(_ flag: String?) -> Option? { subcommand.allOptions.first { $0.flag == flag && $0.placeholder != nil } }
    if current == "=" {
      current = ""
    } else if previous.last == "=" {
      previous.removeLast()
    } else if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      let prefix = String(current[...sign])
      return values(option(String(prefix.dropLast()))?.valueKind, of: current, prefix: prefix)
    }
    if let option = option(previous.last) { return values(option.valueKind, of: current) }
    if current.hasPrefix("-") {
      let flags = subcommand.allOptions.map { ($0.flag + ($0.placeholder == nil ? "" : "="), $0.help) }
      return matching(flags, current)
    }
    if previous.isEmpty { return matching(Subcommand.all.map { ($0.name, $0.summary) }, current) }
    guard named != nil else { return [] }
    var operands = 0
    var isValue = false
    for word in previous.dropFirst() {
      if !isValue, !word.hasPrefix("-") { operands += 1 }
      isValue = option(word) != nil
    }
    let found = values(subcommand.operandKind(operands), of: current)
    return found.isEmpty && subcommand.name == "import" ? [":f"] : found
  }

  private static func values(_ kind: ValueKind?, of current: String, prefix: String = "") -> [String] {
    switch kind {
    case .file: [":f"]
    case .folder: [":d"]
    case .oneOf(let words): matching(words.map { (prefix + $0, "") }, current)
    case .result(let method, let list, let name):
      matching((try? result(of: method).list(list).map { (prefix + $0.text(name), "") }) ?? [], current)
    case .unknown, nil: []
    }
  }

  /// With the settings of the variables and the file; a service that does not answer soon completes nothing.
  private static func result(of method: String) throws -> JSON {
    let environment = try Environment.variables()
    var configuration = try Configuration(given: [], environment: environment)
    configuration.online.timeoutMilliseconds = 1_000
    let client = LocalClient(try ServerParts(configuration, environment))
    defer { client.close() }
    return try client.call(method, [])
  }

  private static func matching(_ candidates: [(word: String, help: String)], _ current: String) -> [String] {
    candidates.filter { $0.word.hasPrefix(current) }.map { $0.word + "\t" + $0.help }
  }
}
