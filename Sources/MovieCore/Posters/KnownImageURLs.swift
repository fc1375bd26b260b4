/// The image URLs that this server has sent to its client. It fetches no others, so that a client cannot make it fetch
/// arbitrary addresses. The last 10,000 to 20,000 are kept.
final class KnownImageURLs: Sendable {
  private static let generationSize = 10_000

  /// The catalog of each URL.
  private let catalogs = RecentCache<String, String>(generationSize: generationSize)
  private let posters = RecentCache<MovieID, String>(generationSize: generationSize)

  /// Adds the images of movies that are sent to the client.
  func add(_ movies: [Movie]) { add(movies.map { ($0.id, $0.posterUrl, $0.backdropUrl) }) }

  /// Adds the images of favorites that are sent to the client.
  func add(_ favorites: [MovieText]) { add(favorites.map { ($0.id, $0.posterUrl, $0.backdropUrl) }) }

  private func add(_ movies: [(id: MovieID, poster: String?, backdrop: String?)]) {
    posters.add(movies.compactMap { movie in movie.poster.map { (movie.id, $0) } })
    for movie in movies where movie.poster != nil || movie.backdrop != nil {
      add([movie.poster, movie.backdrop], of: movie.id.catalog)
    }
  }

  /// Adds all images of a detail that is sent to the client.
  func add(_ detail: MovieDetail) {
    add([detail.movie] + detail.recommendations)
    let people = detail.castMembers.map(\.profileUrl) + detail.reviews.items.map(\.avatarUrl)
    let logos = detail.companies.map(\.logoUrl) + (detail.whereToWatch?.providers.map(\.logoUrl) ?? [])
    add(people + logos, of: detail.movie.id.catalog)
  }

  /// Adds images of a catalog that are sent to the client. Nil stands for a missing image.
  func add(_ urls: [String?], of catalog: String) {
    catalogs.add(urls.lazy.compactMap(\.self).map { ($0, catalog) })
  }

  /// The catalog that an image URL belongs to; nil if the URL was not sent.
  func catalog(ofImage url: String) -> String? { catalogs[url] }

  /// The poster URL that was last sent for a movie.
  func posterURL(of id: MovieID) -> String? { posters[id] }
}
