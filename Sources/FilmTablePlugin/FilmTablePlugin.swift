import PackagePlugin

/// Makes the built-in films and their search index when the program is built, so that it need not do that at the first
/// search.
@main
struct FilmTablePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Sources/BuiltinFilms/Tables")
    let tables = ["films.txt", "korean-names.txt", "korean-overviews.txt"].map { folder.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "FilmTableData.swift")
    return [
      .buildCommand(
        displayName: "Making the table of built-in films", executable: try context.tool(named: "make-film-table").url,
        arguments: (tables + [output]).map { $0.path }, inputFiles: tables, outputFiles: [output])
    ]
  }
}
