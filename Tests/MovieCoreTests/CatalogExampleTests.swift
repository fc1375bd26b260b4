import Foundation
import MovieCore
import Testing

// The doc comment of `Catalog` shows this type. A test compares the two texts.
struct SilentFilms: Catalog {
  let info = CatalogInfo(name: "silent", title: "Silent films", capabilities: [.search, .detail])

  private let movies = [("t1", "Nosferatu", 1922), ("t2", "Metropolis", 1927)].map { id, title, year in
    var movie = Movie(id: MovieID(catalog: "silent", native: id), title: title)
    movie.year = year
    return movie
  }

  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    guard case .search(let query) = listing else { throw MovieError.unsupported("this list", by: info.name) }
    let text = TextFolding.fold(query.text)
    let found = movies.filter { TextFolding.fold($0.title).contains(text) }
    let page = found.dropFirst(cursor).prefix(count)
    let end = cursor + page.count
    return MovieBatch(movies: Array(page), total: found.count, next: end < found.count ? end : nil)
  }

  func movie(_ id: MovieID, language: String?) async throws -> Movie {
    guard let movie = movies.first(where: { $0.id == id }) else { throw MovieError.movieNotFound(id) }
    return movie
  }

  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    MovieDetail(movie: try await movie(id, language: language))
  }
}

struct CatalogExampleTests {
  @Test func `the example is what the doc comment of Catalog shows`() throws {
    let tests = URL(fileURLWithPath: #filePath)
    let source = tests.appending(path: "../../../Sources/MovieCore/Catalogs/Catalog.swift").standardized
    let shown = try String(contentsOf: source, encoding: .utf8)
      .split(separator: "/// ```swift\n")[1].split(separator: "/// ```\n")[0]
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("/// ") ? $0.dropFirst(4) : $0.dropFirst(3) }.joined(separator: "\n")
    #expect(shown.contains("struct SilentFilms: Catalog"))
    #expect(try String(contentsOf: tests, encoding: .utf8).contains("\n\(shown)\n"))
  }

  @Test func `the example finds its films`() async throws {
    let catalogs = try Catalogs([SilentFilms()])
    let catalog = try catalogs.catalog("silent")
    let search = Listing.search(SearchQuery(text: "O"))
    let first = try await catalog.batch(of: search, at: 0, count: 1)
    #expect(first.movies.map(\.title) == ["Nosferatu"])
    #expect((first.total, first.next) == (2, 1))
    let second = try await catalog.batch(of: search, at: 1, count: 1)
    #expect(second.movies.map(\.year) == [1927])
    #expect(second.next == nil)
    let id = MovieID(catalog: "silent", native: "t2")
    #expect(try await catalog.detail(id, reviews: 0, language: nil).movie.title == "Metropolis")
    await #expect(throws: MovieError.self) { try await catalog.genres(language: nil) }
    let unknown = MovieID(catalog: "silent", native: "t3")
    await #expect(throws: MovieError.self) { try await catalog.movie(unknown, language: nil) }
  }
}
