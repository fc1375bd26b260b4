import Notes

extension Document {
  /// The viewings of a diary in Markdown, Org or another text: each line with a day and a film is one, and an item with
  /// a day only is a row without a film.
  var diaryRows: [LibraryRow] {
    guard case .notes(let document) = content else { return [] }
    return document.diary().map { line in
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
      row[.rating] = row[.viewingRating]
      row[.rewatch] = line.facts.isRewatch ? "true" : ""
      return row
    }
  }
}
