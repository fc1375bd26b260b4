/// The rows of an import, sorted by films.
struct ImportPlan {
  /// A row and what it says.
  private struct Item {
    var row: LibraryRow
    /// The index of its film; nil if it has none.
    var film: Int?
    var fields = EntryFields()
    var isMalformed = false
  }

  private var items: [Item] = []
  /// The films that the rows name, each once.
  private(set) var films: [LibraryRow.Film] = []

  init(_ rows: [LibraryRow]) {
    var indices: [LibraryRow.Film: Int] = [:]
    for row in rows {
      do throws(LibraryRow.Malformed) {
        let (film, fields) = try row.content()
        guard row.isFilm else {
          items.append(Item(row: row))
          continue
        }
        let index = indices[film] ?? films.count
        if index == films.count {
          indices[film] = index
          films.append(film)
        }
        items.append(Item(row: row, film: index, fields: fields))
      } catch {
        items.append(Item(row: row, isMalformed: true))
      }
    }
  }

  /// What is to be kept of each film, and the rows that are left.
  ///
  /// - Parameters:
  ///   - matches: the match of each film.
  ///   - now: the time of what is starred or wanted since an unknown time, in milliseconds since 1970.
  func entries(_ matches: [FilmMatcher.Match], now: Int) -> (entries: [LibraryEntry], unmatched: [UnmatchedRow]) {
    var found: [LibraryEntry] = []
    var unmatched: [UnmatchedRow] = []
    var indices: [Key: Int] = [:]
    for item in items {
      guard let film = item.film else {
        unmatched.append(UnmatchedRow(row: item.row, reason: item.isMalformed ? .malformed : .noFilm))
        continue
      }
      switch matches[film] {
      case .none(let reason, let candidates):
        unmatched.append(UnmatchedRow(row: item.row, reason: reason, candidates: candidates))
      case .film(let movie) where item.row.isAmbiguous && films[film].imdb == nil:
        unmatched.append(UnmatchedRow(row: item.row, reason: .severalFilms, candidates: [movie]))
      case .film(let movie):
        let key = movie.film.map(Key.film) ?? .movie(movie.id)
        let index = indices[key] ?? found.count
        if index == found.count {
          indices[key] = index
          found.append(LibraryEntry(movie: movie))
        }
        found[index].ids += films[film].ids.filter { !found[index].ids.contains($0) }
        found[index].fields.merge(item.fields)
      }
    }
    for index in found.indices { found[index].fields.setUnknownTimes(to: now) }
    return (found, unmatched)
  }

  private enum Key: Hashable { case film(IMDbID), movie(MovieID) }
}
