import BuiltinFilms
import MovieCore

extension BuiltinCatalog {
  /// The film alone that an id or URL names; empty if it is not one of these films. Nil if the id is one of another
  /// catalog's: the text may be words.
  func films(_ reference: QueryReference) throws -> [Film]? {
    switch reference {
    case .imdb(let id): return (try? film(MovieID(catalog: Self.name, native: id))).map { [$0] } ?? []
    case .movie(let id): return id.catalog == Self.name ? [] : nil
    case .title(let title):
      let query = SearchQuery(text: title)
      let exact = try found(title).filter { $0.movie(language: nil).isTitled(title) }
      guard exact.isEmpty, let narrowed = query.withoutTrailingYear else { return Array(exact.prefix(1)) }
      return Array(
        try found(narrowed.text, year: narrowed.year).filter { $0.movie(language: nil).isTitled(narrowed.text) }
          .prefix(1))
    }
  }

  /// The best matches of a query.
  private func found(_ text: String, year: Int? = nil) throws -> [Film] {
    let table = try table
    return table.search.search(Self.folded(text), year: year).ranks.map(table.film)
  }
}
