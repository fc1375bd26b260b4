import CLinux
import IMDbImport
import LocalCatalog

extension Subcommand {
  static let importCatalog = Subcommand(
    "import", "import all films of IMDb, or yours from a service or a file",
    operands: "imdb|\(LibraryTransfer.services.map(\.name).joined(separator: "|")) FILE",
    options: [
      Option(flag: "--types", placeholder: "LIST", help: "types of titles, with commas (movie,tvMovie)"),
      Option(flag: "--min-votes", placeholder: "N", help: "leave out films with fewer votes (0)"),
      Option(flag: "--all-titles", help: "search the titles in all languages"),
      Option(flag: "--adult", help: "keep pornographic films"),
      Option(flag: acceptFlag, help: "accept IMDb's terms, shown below"),
      Option(flag: "--remove", help: "remove the catalog instead"),
    ] + LibraryTransfer.importOptions + Setting.ofImport
  ) { arguments in
    let configuration = try Configuration(given: arguments.options, environment: try Environment.variables())
    guard let name = arguments.operands.first else { throw UsageError("import needs a file, or imdb and a folder") }
    let service = LibraryTransfer.services.first { $0.name == name }
    let isFile = access(name, F_OK) == 0 || name.contains { "./".contains($0) }
    if service != nil || arguments.operands.count == 1 && name != "imdb" && isFile {
      return try LibraryTransfer.run(arguments, format: service?.format, configuration)
    }
    try Arguments.require(name, of: "the source", among: ["imdb"] + LibraryTransfer.services.map(\.name))
    let path = configuration.paths.imdb
    if arguments["--remove"] != nil {
      let permitted = ["--remove"] + Setting.ofImport.map(\.flag)
      guard arguments.operands.count == 1, arguments.options.allSatisfy({ permitted.contains($0.flag) }) else {
        throw UsageError("--remove takes no folder and no other options")
      }
      let wasThere = try NewCatalogFile.remove(path)
      report(wasThere ? "removed \(path)" : "there is no imported catalog")
      return 0
    }
    guard arguments.operands.count == 2 else { throw UsageError("import takes imdb and one folder") }
    let options = try importOptions(arguments)
    guard try isAccepted(arguments) else {
      report("the terms were not accepted; nothing was imported")
      return ExitStatus.failure.rawValue
    }
    try importFiles(from: arguments.operands[1], options, to: path)
    return 0
  }

  private static let acceptFlag = "--accept-imdb-terms"

  static var importedFiles: String {
    Dataset.allCases.map { dataset in
      let use = dataset.loss.map { "without it, \($0)" } ?? "required"
      return "  \(dataset.rawValue): \(use)\n"
    }.joined()
  }

  private static func importOptions(_ arguments: Arguments) throws(UsageError) -> ImportOptions {
    var options = ImportOptions()
    if let list = arguments["--types"] {
      let types = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for type in types { try Arguments.require(type, of: "each of --types", among: ImportOptions.allTypes) }
      options.types = Set(types)
    }
    if let votes = try arguments.number("--min-votes", 0...Int(Int32.max)) { options.minimumVotes = votes }
    options.includesAllTitles = arguments["--all-titles"] != nil
    options.includesAdult = arguments["--adult"] != nil
    return options
  }

  /// Asks a person on a terminal; a script has to give the option.
  private static func isAccepted(_ arguments: Arguments) throws(UsageError) -> Bool {
    if arguments[acceptFlag] != nil { return true }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw UsageError(
        "IMDb's files are for personal and non-commercial use only; read the terms in the help of import, "
          + "and accept them with \(acceptFlag)")
    }
    writeText(IMDbTerms.summary + "\n\nDo you accept these terms? [y/N] ", to: STDERR_FILENO)
    let answer = (readLine() ?? "").trimmingASCIIWhitespace().lowercased()
    return ["y", "yes"].contains(answer)
  }

  private static func importFiles(from folder: String, _ options: ImportOptions, to path: String) throws {
    // Whether the unfinished file belongs to this process, which then removes it when it is interrupted.
    let isOwner = Mutex(false)
    Signals.handleTermination {
      isOwner.withLock { if $0 { unlink(NewCatalogFile.temporaryPath(for: path)) } }
      report("interrupted")
      _exit(130)
    }
    #if os(Linux)
      // Tables that have grown or have been written leave their memory to others. It makes a third of the peak.
      linux_release_large_blocks()
    #endif
    let start = monotonicNanoseconds()
    let progress = ImportProgress()
    // With the lock held, so that no signal comes between the file and its owner.
    let file = try isOwner.withLock { isOwner in
      let file = try NewCatalogFile(replacing: path)
      isOwner = true
      return file
    }
    defer { isOwner.withLock { $0 = false } }
    let (tables, result) = try Importer(folder: folder, options: options) { progress.show($0) }.run()
    progress.show("building the index of \(grouped(result.films)) films")
    try file.write(tables)
    progress.end()
    printText(ImportSummary.text(result, path: path, nanoseconds: monotonicNanoseconds() - start))
  }
}
