import HTTP
import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

/// Every value of every kind of response is replaced by extreme numbers in turn. Nothing may trap, and no absurd value
/// may reach a client.
struct ExtremeNumberTests {
  private static let numbers: [String] = [
    "-9223372036854775808", "-1", "0", "1", "9223372036854775807", "9223372036854775808", "1e308", "-1e308", "1e999",
    "-0.0", "9007199254740993", "9007199254740992", "4294967296", "2147483647", "1e-320", "0.1",
  ]
  /// As numbers, and as strings.
  private static let values: [JSON] = numbers.flatMap { [.number($0), .string($0)] }

  private func isPlausible(_ movie: Movie) -> Bool {
    (movie.year.map { Movie.years.contains($0) } ?? true) && (movie.rating.map { (0...10).contains($0) } ?? true)
      && (movie.votes.map { (0...1_000_000_000).contains($0) } ?? true)
      && (movie.runtimeMinutes.map { (1...100_000).contains($0) } ?? true)
      && (movie.releaseDate.map { Movie.years.contains(Int($0.prefix(4)) ?? 0) } ?? true)
  }

  private func isPlausible(_ batch: MovieBatch, within total: Int) -> Bool {
    (0...total).contains(batch.total) && (batch.next.map { (1...total).contains($0) } ?? true)
      && batch.movies.allSatisfy(isPlausible)
  }

  /// Calls `body` with each variant of a response and the place that differs.
  private func forEachVariant(of json: JSON, _ body: (JSON, String) async throws -> Void) async throws {
    for (path, put) in json.places {
      for value in Self.values { try await body(put(value), "\(path): \(value.jsonText)") }
    }
  }

  private static let listing = SearchQuery(text: "x")

  @Test func `TMDB's lists`() async throws {
    let page: JSON = ["page": 1, "total_pages": 3, "total_results": 42, "results": [TMDBBodies.row()]]
    try await forEachVariant(of: page) { json, place in
      let catalog = TMDBCatalog(http: CannedTransport(json: json), key: Secret(TMDBFixture.key))
      for cursor in place.hasPrefix("/results/") ? [0] : [0, 499, 500, 501] {
        guard let batch = try? await catalog.batch(of: .search(Self.listing), at: cursor, count: 20) else { continue }
        #expect(isPlausible(batch, within: 10_000), "\(place)")
      }
    }
  }

  @Test func `TMDB's details`() async throws {
    try await forEachVariant(of: TMDBBodies.detail) { json, place in
      guard let detail = TMDBBodies.decoder("ko-KR").detail(body: json) else { return }
      #expect(isPlausible(detail.movie) && detail.recommendations.allSatisfy(isPlausible), "\(place)")
    }
  }

  @Test func `TMDB's reviews, accounts and images`() async throws {
    let review: JSON = [
      "id": "a", "author": "b", "content": "c", "created_at": "2020-01-01T00:00:00.000Z",
      "author_details": ["rating": 8],
    ]
    let page: JSON = ["id": 1, "page": 1, "total_pages": 3, "total_results": 42, "results": [review]]
    try await forEachVariant(of: page) { json, place in
      let catalog = TMDBCatalog(http: CannedTransport(json: json), key: Secret(TMDBFixture.key))
      for number in place.hasPrefix("/results/") ? [1] : [1, 500, 10_000] {
        let id = MovieID(catalog: "tmdb", native: "1")
        guard let reviews = try? await catalog.reviews(of: id, page: number, language: nil) else { continue }
        #expect((0...10_000).contains(reviews.total), "\(place)")
        #expect(reviews.items.allSatisfy { $0.rating.map { (0...10).contains($0) } ?? true }, "\(place)")
      }
    }
    let configuration: JSON = ["images": ["secure_base_url": "https://x.example/", "poster_sizes": ["w92", "w342"]]]
    try await forEachVariant(of: configuration) { json, place in
      let url = TMDBImages(configuration: json).url(.poster, "/a.jpg")
      #expect(url.map { WebAddress($0) != nil } == true, "\(place)")
    }
  }

  @Test func `OMDb's searches`() async throws {
    let page: JSON = [
      "Search": [["Title": "A", "Year": "1999", "imdbID": "tt0000001", "Type": "movie"]], "totalResults": "42",
      "Response": "True",
    ]
    try await forEachVariant(of: page) { json, place in
      let catalog = OMDbCatalog(http: CannedTransport(json: json), key: Secret(OMDbFixture.key))
      for cursor in [0, 99, 100] {
        guard let batch = try? await catalog.batch(of: .search(Self.listing), at: cursor, count: 100) else { continue }
        #expect(isPlausible(batch, within: 1_000), "\(place)")
      }
    }
  }

  @Test func `OMDb's titles`() async throws {
    let title: JSON = [
      "Title": "A", "Year": "1999", "Released": "15 Oct 1999", "Runtime": "139 min", "imdbRating": "8.8",
      "imdbVotes": "2,000,000", "Metascore": "66", "BoxOffice": "$37,030,102", "imdbID": "tt0000001",
      "Ratings": [["Source": "x", "Value": "8.8/10"]], "Response": "True",
    ]
    try await forEachVariant(of: title) { json, place in
      #expect(isPlausible(OMDbTitle(json, id: "tt0000001").detail(country: nil).movie), "\(place)")
    }
    for number in Self.numbers {
      for text in ["\(number) min", "\(number) h \(number) min", "\(number)h", "\(number)-\(number)-\(number)"] {
        let json = title.with("Runtime", .string(text)).with("Released", .string(text)).with("Year", .string(text))
        #expect(isPlausible(OMDbTitle(json, id: "tt0000001").detail(country: nil).movie), "\(text)")
      }
    }
  }

  @Test func `Naver's searches`() async throws {
    let row: JSON = [
      "title": "A", "subtitle": "B", "pubDate": "1999", "userRating": "8.8", "link": "https://x.example/?code=1",
    ]
    let page: JSON = ["total": 42, "start": 1, "display": 10, "items": [row]]
    try await forEachVariant(of: page) { json, place in
      let catalog = NaverCatalog(http: CannedTransport(json: json), base: "https://x.example")
      for cursor in [0, 999, 1_098] {
        guard let batch = try? await catalog.batch(of: .search(Self.listing), at: cursor, count: 100) else { continue }
        #expect(isPlausible(batch, within: 1_099), "\(place)")
      }
    }
  }

  @Test func `a page with too many rows is cut`() async throws {
    let rows = JSON.array((1...2_000).map { TMDBBodies.row([("id", .integer($0))]) })
    let page: JSON = ["page": 1, "total_pages": 1, "total_results": 2_000, "results": rows]
    let catalog = TMDBCatalog(http: CannedTransport(json: page), key: Secret(TMDBFixture.key))
    #expect(try await catalog.batch(of: .search(Self.listing), at: 0, count: 20).movies.count == TMDBPage.maximumRows)
    #expect(JSON.array(Array(repeating: 1, count: 20_000)).elements.count == 5_000)
  }
}
