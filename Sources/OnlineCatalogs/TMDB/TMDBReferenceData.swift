/// Data that TMDB seldom changes, cached in memory: the names of genres and the sizes of images.
final class TMDBReferenceData: Sendable {
  private static let lifetime = Duration.seconds(6 * 3_600)

  private let service: TMDBService
  private let genreLists: ExpiringCache<TMDBLanguage, [Genre]>
  /// There is only one configuration, under the key `true`.
  private let configurations: ExpiringCache<Bool, TMDBImages>

  init(service: TMDBService, clock: any Clock<Duration>) {
    self.service = service
    genreLists = ExpiringCache(lifetime: Self.lifetime, clock: clock)
    configurations = ExpiringCache(lifetime: Self.lifetime, clock: clock)
  }

  func images() async throws -> TMDBImages {
    try await configurations.value(for: true) { [service] in
      TMDBImages(configuration: try await service.get("/configuration").json)
    }
  }

  /// The genres in the service's order. A genre without a name in the language has its English name.
  func genres(_ language: TMDBLanguage) async throws -> [Genre] {
    try await genreLists.value(for: language) { [self] in
      let response = try await service.get("/genre/movie/list", language.query(withRegion: false)).json
      guard let genres = response["genres"]?.array else {
        throw service.upstream.invalidResponse("a list of genres has no genres")
      }
      let named = genres.compactMap { genre in genre["id"]?.wholeNumber.map { (number: $0, name: genre["name"]?.text) }
      }
      let needsEnglish = !language.isFallback && named.contains { $0.name == nil }
      let english = needsEnglish ? (try? await self.genres(.english)) ?? [] : []
      return named.compactMap { genre in
        let name = genre.name ?? english.first { $0.id == String(genre.number) }?.name
        return name.map { Genre(id: String(genre.number), name: $0) }
      }
    }
  }
}
