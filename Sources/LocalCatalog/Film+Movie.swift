import BuiltinFilms
import MovieCore

extension Film {
  /// The film as a movie. In Korean, names and overviews that are there in English only stay English.
  func movie(language: String?) -> Movie {
    let isKorean = Language.isKorean(language)
    let id = text(.id) ?? ""
    let english = text(.title) ?? ""
    let title = isKorean ? text(.koreanTitle) ?? english : english
    var movie = Movie(id: MovieID(catalog: BuiltinCatalog.name, native: id), title: title)
    let original = text(.originalTitle) ?? english
    movie.originalTitle = original == title ? nil : original
    movie.originalLanguage = text(.language)
    movie.year = number(.year)
    movie.genres = isKorean ? values(.genres).map(FilmGenres.korean) : values(.genres)
    movie.directors = people(.director).map { $0.name(language: language) }
    movie.cast = people(.cast).map { $0.name(language: language) }
    movie.overview = isKorean ? text(.koreanOverview) ?? text(.overview) : text(.overview)
    movie.runtimeMinutes = number(.runtime)
    movie.link = "https://www.imdb.com/title/\(id)/"
    movie.imdbId = id
    return movie
  }
}
