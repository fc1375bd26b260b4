import LibraryFormats

enum ImportLibrary {
  static let path = Parameter("path", .text, "The path of a file, a ZIP archive or a folder.")
  static let format = optional(
    "format", JSONType<LibraryFormat>.choice, "The only format to read; by default the one that the contents have.")
  static let dryRun = optional("dryRun", .boolean, "Whether only to tell what would happen.")
  static let overwrite = optional(
    "overwrite", .boolean, "Whether the file replaces what was set before, also what the user has removed since.")

  static let method = Method(
    "importLibrary", "Adds what another service or this program has exported to the library.",
    details: """
      Reads exports of Letterboxd, IMDb, Trakt, TMDB, Movary and Simkl, and those of this program. Everything is added as \
      one change, or nothing. A film is found by its IMDb id, else by its id at TMDB, else by title and year; what is not \
      found is listed, and written beside the file as a table that can be completed and imported. The same file adds \
      nothing a second time.
      """,
    [path, format, dryRun, overwrite], errors: .failures(.storageFailed)
  ) { call in
    let (path, format) = (try call(path), try call(format))
    let (isDryRun, overwrites) = (try call(dryRun) ?? false, try call(overwrite) ?? false)
    let file = try await offReader { () throws(LibraryFileError) in
      try LibraryFile(LibraryInput(path: path, format: format), format: format)
    }
    let result = try await call.session.importLibrary(
      file.rows, overwrite: overwrites, dryRun: isDryRun, context: call.context)
    let unmatchedPath = isDryRun ? nil : LibraryTable.write(unmatched: result.unmatched, of: file.format, beside: path)
    return ImportResult(file: file, result: result, unmatchedPath: unmatchedPath, session: call.session)
  }

  /// Runs work with files on another thread than the one that reads requests.
  static func offReader<Value: Sendable>(
    _ work: @escaping @Sendable () throws(LibraryFileError) -> Value
  ) async throws -> Value {
    let result = await Task(executorPreference: ThreadPoolExecutor.shared) {
      await Task.yield()
      return Result { () throws(LibraryFileError) in try work() }
    }.value
    do throws(LibraryFileError) {
      return try result.get()
    } catch {
      throw MovieError.invalidParams("\(error).", field: Self.path.name)
    }
  }
}

private struct ImportResult: JSONObject {
  var file: LibraryFile
  var result: ClientSession.LibraryImport
  var unmatchedPath: String?
  var session: ClientSession

  /// More rows would make a response that nobody reads; the file has all.
  private static let maximumUnmatched = 1_000

  static var schema: JSONSchema { shared("ImportedLibrary", "The outcome of `importLibrary`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("format", .oneOf(LibraryFormat.self), "The format of the file.") { $0.file.format.rawValue }
    field.required("read", .count, "The number of rows in the file.") { $0.file.rowCount }
    field.required("matched", .count, "The number of films that were found.") { $0.result.matched }
    field.required("added", .count, "The number of films that are new in the library.") { $0.result.outcome.added }
    field.required("changed", .count, "The number of films of which more is kept now.") { $0.result.outcome.changed }
    field.required(
      "unchanged", .count, "The number of films that the file tells nothing new of.", \.result.outcome.unchanged)
    field.required(
      "unmatched", .array(of: UnmatchedResult.schema), "The rows that were left out, 1,000 at most."
    ) { result in
      result.result.unmatched.prefix(maximumUnmatched).map { UnmatchedResult(unmatched: $0, session: result.session) }
    }
    field.optional("unmatchedTotal", .count, "The number of rows that were left out, if there are more than these.") {
      $0.result.unmatched.count > maximumUnmatched ? $0.result.unmatched.count : nil
    }
    field.optional("unmatchedPath", .string, "The file with all rows that were left out.") { $0.unmatchedPath }
    field.required("revision", .count, "The revision of the library.") { $0.result.outcome.revision }
  }
}

private struct UnmatchedResult: JSONObject {
  var unmatched: UnmatchedRow
  var session: ClientSession

  static var schema: JSONSchema { shared("UnmatchedRow", "A row of a file whose film is not found.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("file", .string, "The name of the file in its archive or folder.") { $0.unmatched.row.file }
    field.required("line", .count, "The line, from 1; in JSON, the position of the item.") { $0.unmatched.row.line }
    field.optional("title", .string, "The title in the file.") {
      $0.unmatched.row[.title].isEmpty ? nil : $0.unmatched.row[.title]
    }
    field.optional("year", .integer, "The year in the file.") { Int($0.unmatched.row[.year]) }
    field.required(
      "reason", .oneOf(UnmatchedRow.Reason.self),
      "`noFilm`: no film fits; `severalFilms`: several do; `malformed`: a value of the row cannot be read."
    ) { $0.unmatched.reason.rawValue }
    field.optional("candidates", .array(of: MovieResult.schema), "Films that it may be, the best first.") {
      $0.unmatched.candidates.isEmpty ? nil : $0.unmatched.candidates.map($0.session.result)
    }
  }
}

enum ExportLibrary {
  static let path = Parameter("path", .text, "The path of the file, which is replaced if it exists.")
  static let format = optional(
    "format", JSONType<LibraryExportFormat>.choice,
    "The format; by default `csv` if the path ends with `.csv`, else `json`.")

  static let method = Method(
    "exportLibrary", "Writes the library to a file.",
    details: """
      `json` has everything, `csv` all but the films' data; `importLibrary` reads both. `letterboxd` is the CSV that \
      Letterboxd imports, with the films that were viewed or rated; above a megabyte it becomes several files.
      """,
    [path, format], errors: .failures(.storageFailed)
  ) { call in
    let path = try call(path)
    let format = try call(format) ?? (path.lowercased().hasSuffix(".csv") ? .csv : .json)
    let entries = try await call.session.exportLibrary()
    return try await ImportLibrary.offReader { () throws(LibraryFileError) in
      try LibraryExport(entries, as: format, to: path)
    }
  }
}

extension LibraryExport: JSONObject {
  public static var schema: JSONSchema { shared("ExportedLibrary", "The outcome of `exportLibrary`.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("path", .string, "The path of the file.") { $0.paths[0] }
    field.optional("paths", .strings, "The paths of all files, if there are several.") {
      $0.paths.count > 1 ? $0.paths : nil
    }
    field.required("entries", .count, "The number of films.") { $0.entries }
    field.required("viewings", .count, "The number of viewings.") { $0.viewings }
  }
}
