import IMDbImport
import LibraryFormats
import LocalCatalog
import Platform

/// The texts of help.txt, which the help of subcommands and the manual page share.
enum HelpText {
  private static let values: [(name: String, text: @Sendable () -> String)] = [
    ("columns", { MovieTable.columns }), ("exportFormats", { LibraryTransfer.exportFormats }),
    ("keys", { Subcommand.keyTable }), ("files", { Subcommand.importedFiles }), ("source", { Dataset.source }),
    ("types", { importedTypes }), ("terms", { IMDbTerms.summary }),
  ]

  private static var importedTypes: String {
    let types = ImportOptions.allTypes
    return types.prefix(6).joined(separator: ", ") + ",\n" + types.dropFirst(6).joined(separator: ", ") + "."
  }

  /// The text under a heading; empty if there is none.
  static func of(_ heading: String) -> String {
    let all = String(decoding: PackageResources.help_txt, as: UTF8.self)
    guard let start = all.firstRange(of: "\n= \(heading)\n") else { return "" }
    let rest = all[start.upperBound...]
    var text = String(rest[..<(rest.firstRange(of: "\n\n= ")?.lowerBound ?? rest.endIndex)])
    for (name, value) in values {
      if let range = text.firstRange(of: "{{\(name)}}") { text.replaceSubrange(range, with: value()) }
    }
    return text + "\n"
  }
}
