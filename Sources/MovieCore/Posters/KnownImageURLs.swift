/// The image URLs that this server has sent to its client. It fetches no others, so that a client cannot make it fetch
/// arbitrary addresses. The last 10,000 to 20,000 are kept.
final class KnownImageURLs: Sendable {
  private static let generationSize = 10_000

  /// The catalog of each URL.
  private let catalogs = RecentCache<String, String>(generationSize: generationSize)
  private let posters = RecentCache<MovieID, String>(generationSize: generationSize)

  /// Adds the images of movies that are sent to the client.
  func add(_ movies: [Movie]) {
    for index in movies.indices {
      add(movies[index].id, poster: movies[index].posterUrl, backdrop: movies[index].backdropUrl)
    }
  }

  /// Adds the images of entries that are sent to the client.
  func add(_ entries: [ListedEntry]) {
    for index in entries.indices {
      add(entries[index].id, poster: entries[index].text.posterUrl, backdrop: entries[index].text.backdropUrl)
    }
  }

  private func add(_ id: MovieID, poster: String?, backdrop: String?) {
    guard poster != nil || backdrop != nil else { return }
    if let poster { posters.add(CollectionOfOne((id, poster))) }
    add([poster, backdrop], of: id.catalog)
  }

  /// Adds all images of a detail that is sent to the client.
  func add(_ detail: MovieDetail) {
    add([detail.movie] + detail.recommendations)
    let people = detail.castMembers.map(\.profileUrl) + detail.reviews.items.map(\.avatarUrl)
    let logos = detail.companies.map(\.logoUrl) + (detail.whereToWatch?.providers.map(\.logoUrl) ?? [])
    add(people + logos, of: detail.movie.id.catalog)
  }

  /// Adds images of a catalog that are sent to the client. Nil stands for a missing image.
  func add(_ urls: [String?], of catalog: String) { catalogs.add(urls.lazy.compactMap(\.self).map { ($0, catalog) }) }

  /// The catalog that an image URL belongs to; nil if the URL was not sent.
  func catalog(ofImage url: String) -> String? { catalogs[url] }

  /// The poster URL that was last sent for a movie.
  func posterURL(of id: MovieID) -> String? { posters[id] }
}
