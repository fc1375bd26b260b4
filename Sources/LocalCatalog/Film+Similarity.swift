import BuiltinFilms

extension Film {
  /// The similarity of another film, as a score; nil if they have too little in common.
  ///
  /// The weights follow what people mean by "more like this": the same director counts most, then the same actors, then
  /// similar genres. Era and language only rank films that share something else.
  func similarity(to other: Film) -> Double? {
    guard rank != other.rank else { return nil }
    let directors = sharedPeople(.director, with: other)
    let cast = sharedPeople(.cast, with: other)
    let (own, others) = (parts(of: .genres), other.parts(of: .genres))
    let genres = others.count { genre in own.contains { $0.elementsEqual(genre) } }
    let allGenres = own.count + others.count - genres
    let genreSimilarity = Double(genres) / Double(max(1, allGenres))
    guard directors + cast > 0 || genreSimilarity >= 0.5 else { return nil }
    let years = Double(abs((number(.year) ?? 0) - (other.number(.year) ?? 0)))
    let hasSameLanguage = utf8(.language).elementsEqual(other.utf8(.language))
    return 6 * Double(directors) + 3 * Double(cast) + 4 * genreSimilarity + max(0, 1 - years / 20)
      + (hasSameLanguage ? 1 : 0)
  }
}
