extension Film {
  /// How much like this film another one is; nil where there is too little in common.
  ///
  /// Weights by what people mean by "more like this": the same director says most, then the same faces, then a like
  /// genre; era and language only decide between films that share something.
  func likeness(of other: Film) -> Double? {
    guard !utf8(.id).elementsEqual(other.utf8(.id)) else { return nil }
    let directors = shared(.directors, with: other)
    let cast = shared(.cast, with: other)
    let genres = shared(.genres, with: other)
    let allGenres = count(.genres) + other.count(.genres) - genres
    let likeGenres = Double(genres) / Double(max(1, allGenres))
    guard directors + cast > 0 || likeGenres >= 0.5 else { return nil }
    let years = Double(abs((number(.year) ?? 0) - (other.number(.year) ?? 0)))
    let hasSameLanguage = utf8(.language).elementsEqual(other.utf8(.language))
    return 6 * Double(directors) + 3 * Double(cast) + 4 * likeGenres + max(0, 1 - years / 20)
      + (hasSameLanguage ? 1 : 0)
  }
}
