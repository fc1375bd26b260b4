/// What statistics and filters need of a movie, as one text of the file: its genres, directors, actors and language.
enum EntryFacets {
  /// Between names, and between lists of names.
  static let unitSeparator: UInt8 = 0x1F
  static let recordSeparator: UInt8 = 0x1E

  static func text(of movie: Movie) -> String {
    let lists = [movie.genres, movie.directors, movie.cast, movie.originalLanguage.map { [$0] } ?? []].map { names in
      names.map { $0.utf8.filter { $0 != unitSeparator && $0 != recordSeparator } }.joined(separator: [unitSeparator])
    }
    return String(decoding: Array(lists.joined(separator: [recordSeparator])), as: UTF8.self)
  }
}
