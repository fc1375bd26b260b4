import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

@Suite("A review of TMDB")
struct TMDBReviewTests {
  private let row: JSON = [
    "id": "5f2a", "author": "viewer", "author_details": ["name": "A Viewer", "username": "viewer", "rating": 9],
    "content": "One.\r\n\r\n*Two.*\r\n", "created_at": "2021-06-23T15:57:25.394Z",
    "url": "https://www.themoviedb.org/review/5f2a",
  ]

  @Test("Is told whole, its lines ended as everywhere")
  func whole() throws {
    let review = try #require(TMDBReviews.review(row))
    #expect(review.id == "5f2a")
    #expect(review.author == "viewer")
    #expect(review.rating == 9)
    #expect(review.content == "One.\n\n*Two.*")
    #expect(review.url == "https://www.themoviedb.org/review/5f2a")
  }

  @Test(
    "Its time is told to the second",
    arguments: [
      ("2021-06-23T15:57:25.394Z", "2021-06-23T15:57:25Z"), ("2021-06-23T15:57:25Z", "2021-06-23T15:57:25Z"),
      ("2021-06-23T15:57:25", "2021-06-23T15:57:25Z"), ("2021-06-23T15:57:25.1+09:00", "2021-06-23T15:57:25+09:00"),
      ("2021-06-23", nil), ("yesterday", nil), ("2021-06-23T15:57", nil), ("2021-06-23Tab:cd:ef", nil), (7, nil),
      (nil, nil),
    ] as [(JSON?, String?)])
  func times(_ raw: JSON?, _ time: String?) throws {
    #expect(try #require(TMDBReviews.review(row.with("created_at", raw))).createdAt == time)
  }

  @Test("Old ones have no details of the author, some no rating")
  func lacking() throws {
    #expect(try #require(TMDBReviews.review(row.with("author_details", nil))).rating == nil)
    let unrated = row.with("author_details", ["rating": .null, "name": "A Viewer"]).with("author", "")
    #expect(try #require(TMDBReviews.review(unrated)).rating == nil)
    #expect(try #require(TMDBReviews.review(unrated)).author == "A Viewer")
    #expect(try #require(TMDBReviews.review(row.with("content", .null))).content == "")
  }

  @Test("Without an id, or with nothing to tell, it is none")
  func none() {
    #expect(TMDBReviews.review(row.with("id", nil)) == nil)
    #expect(TMDBReviews.review(row.with("content", "").with("author_details", nil)) == nil)
    #expect(TMDBReviews.review(.null) == nil)
  }
}
