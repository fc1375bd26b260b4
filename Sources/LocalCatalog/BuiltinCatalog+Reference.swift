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
      let exact = try table.search(title).filter { $0.movie(language: nil).isTitled(title) }
      guard exact.isEmpty, let narrowed = query.withoutTrailingYear else { return Array(exact.prefix(1)) }
      let found = try table.search(narrowed.text).filter {
        $0.number(.year) == narrowed.year && $0.movie(language: nil).isTitled(narrowed.text)
      }
      return Array(found.prefix(1))
    }
  }
}
