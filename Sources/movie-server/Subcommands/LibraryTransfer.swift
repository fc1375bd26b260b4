import JSON
import JSONRPC
import LibraryFormats

struct LibraryTransfer {
  private let arguments: Arguments
  private let client: LocalClient
  private let output: CommandOutput

  init(_ arguments: Arguments, _ client: LocalClient, _ output: CommandOutput) {
    self.arguments = arguments
    self.client = client
    self.output = output
  }

  static let importOptions = [
    Option(flag: "--dry-run", placeholder: nil, help: "only tell what an import would do"),
    Option(flag: "--overwrite", placeholder: nil, help: "let an import replace what you have set"),
  ]
  static let options =
    importOptions + [
      Option(
        flag: "--format", placeholder: "FORMAT", help: "the format of the file to export or import",
        choices: LibraryFormat.allCases.map(\.rawValue))
    ]
  static let exportFormats = LibraryExportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  /// The services that `import` names.
  static let services: [(name: String, format: LibraryFormat)] = [
    ("letterboxd", .letterboxd), ("imdb-lists", .imdb), ("trakt", .trakt), ("notes", .notes),
  ]

  static func run(
    _ arguments: Arguments, format: LibraryFormat, _ configuration: Configuration
  ) throws -> Int32 {
    guard arguments.operands.count == 2 else { throw UsageError(message: "import takes a service and one file") }
    let permitted = (importOptions + Setting.ofImport).map(\.flag)
    if let other = arguments.options.first(where: { !permitted.contains($0.flag) }) {
      throw UsageError(message: "\(other.flag) is an option of import imdb")
    }
    let environment = try Environment.variables()
    let client = LocalClient(try ServerParts(configuration, environment))
    defer { client.close() }
    let transfer = LibraryTransfer(arguments, client, try CommandOutput(arguments, environment))
    return try transfer.importFile(format: format.rawValue).rawValue
  }

  private var path: JSON { .string(arguments.operands[1]) }

  func export() throws(RPCError) -> ExitStatus {
    let format = arguments["--format"].map { JSON.string($0) }
    let result = try client.call("exportLibrary", [("path", path), ("format", format)])
    guard output.form == .text else {
      output.json(result)
      return .success
    }
    let paths = result["paths"]?.array?.compactMap(\.string) ?? [result["path"]?.string ?? ""]
    output.line(
      "\(result["entries"]?.int ?? 0) films with \(result["viewings"]?.int ?? 0) viewings are in "
        + paths.map(oneLine).joined(separator: ", "))
    return .success
  }

  func importFile(format: String?) throws(RPCError) -> ExitStatus {
    let isDryRun = arguments["--dry-run"] != nil
    let result = try client.call(
      "importLibrary",
      [
        ("path", path), ("format", format.map { .string($0) }), ("dryRun", .bool(isDryRun)),
        ("overwrite", .bool(arguments["--overwrite"] != nil)),
      ])
    guard output.form == .text else {
      output.json(result)
      return .success
    }
    func count(_ member: String) -> String { String(result[member]?.int ?? 0) }
    output.line(
      "\(result["format"]?.string ?? ""): \(count("read")) rows, \(count("matched")) films: "
        + "\(count("added")) \(isDryRun ? "would be new" : "new"), \(count("changed")) changed, "
        + "\(count("unchanged")) unchanged")
    let unmatched = result["unmatched"]?.array ?? []
    for row in unmatched.prefix(Self.shownRows) { output.line(Self.text(of: row)) }
    if unmatched.count > Self.shownRows { output.line("  and \(unmatched.count - Self.shownRows) rows more") }
    if let path = result["unmatchedPath"]?.string {
      output.line("left out, to be completed with ids and imported: \(oneLine(path))")
    }
    return .success
  }

  /// The number of rows that a person is shown; the file has all.
  private static let shownRows = 20

  private static func text(of row: JSON) -> String {
    let year = row["year"]?.int.map { " (\($0))" } ?? ""
    let candidates = (row["candidates"]?.array ?? []).map { candidate in
      "\(candidate["id"]?.string ?? "") \(candidate["title"]?.string ?? "")"
    }
    let place = "\(row["file"]?.string ?? ""):\(row["line"]?.int ?? 0)"
    let text = "\(place) \(row["title"]?.string ?? "")\(year): \(row["reason"]?.string ?? "")"
    return "  " + oneLine(candidates.isEmpty ? text : text + " – " + candidates.joined(separator: ", "))
  }
}
