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
      let film = try QueryReference.match(title, movie: { $0.movie(language: nil) }) { query in
        let table = try table
        return table.search.search(TextFolding.foldedQuery(query.text), year: query.year).ranks.map(table.film)
      }
      return film.map { [$0] } ?? []
    }
  }
}
