import JSON
import JSONRPC
import LibraryFormats
import MovieCore

/// `exportLibrary`: writes the library to a file.
enum ExportLibrary {
  static let path = Parameter("path", .text, "The path of the file, which is replaced if it exists.")
  static let format = Parameter(
    "format", JSONType<LibraryExportFormat>.choice,
    "The format; by default `csv` if the path ends with `.csv`, else `json`."
  ).optional

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
      ExportResult(try LibraryExport(entries, as: format, to: path))
    }
  }
}

private struct ExportResult: JSONObject {
  var export: LibraryExport

  init(_ export: LibraryExport) { self.export = export }

  static var schema: JSONSchema { shared("ExportedLibrary", "The outcome of `exportLibrary`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("path", .string, "The path of the file.") { $0.export.paths[0] }
    field.optional("paths", .strings, "The paths of all files, if there are several.") {
      $0.export.paths.count > 1 ? $0.export.paths : nil
    }
    field.required("entries", .count, "The number of films.") { $0.export.entries }
    field.required("viewings", .count, "The number of viewings.") { $0.export.viewings }
  }
}
