import MovieCore
import Notes

/// A diary in Markdown, Org or another text: each line with a day and a film is a viewing.
enum NotesDiary {
  /// The syntax of a file; nil if its name has no ending of such texts.
  static func markup(of name: String) -> Notes.Markup? {
    switch name.lowercased().split(separator: ".").last {
    case "md", "markdown": .markdown
    case "org": .org
    case "rst": .restructuredText
    case "adoc", "asciidoc": .asciiDoc
    case "txt": .plain
    default: nil
    }
  }

  /// The viewings, and a row without a film for each item that has a day only.
  static func rows(of document: TextDocument, _ row: (Int) -> LibraryRow) -> [LibraryRow] {
    document.diary().map { line in
      var row = row(line.line + 1)
      switch line.reference?.target {
      case .film(.imdb(let id)): row[.imdbId] = id
      case .film(.movie(let id)): row[.ids] = id.description
      case .film(.title(let title)): row[.title] = title
      case .title(let title, let year):
        row[.title] = title
        row[.year] = year.map(String.init) ?? ""
      case nil: break
      }
      row[.viewing] = LibraryRow.newViewing
      row[.date] = line.facts.day ?? ""
      row[.viewingRating] = line.facts.rating.map { "\($0)" } ?? ""
      row[.rewatch] = line.facts.isRewatch ? "true" : ""
      return row
    }
  }
}
