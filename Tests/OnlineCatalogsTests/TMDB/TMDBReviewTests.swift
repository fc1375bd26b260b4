import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBReviewTests {
  private let row: JSON = [
    "id": "5f2a", "author": "viewer", "author_details": ["name": "A Viewer", "username": "viewer", "rating": 9],
    "content": "One.\r\n\r\n*Two.*\r\n", "created_at": "2021-06-23T15:57:25.394Z",
    "url": "https://www.themoviedb.org/review/5f2a",
  ]

  private func decoded(_ json: JSON) -> Review? { TMDBReviews.review(json, images: .documented) }

  @Test(
    arguments: [
      ("/face.jpg", "https://image.tmdb.org/t/p/w185/face.jpg"),
      ("/https://secure.gravatar.com/avatar/0a.jpg", "https://secure.gravatar.com/avatar/0a.jpg"),
      ("/http://example.com/a.jpg", nil), ("/https://", nil), ("https://example.com/a.jpg", nil), ("/../a.jpg", nil),
      ("", nil), (.null, nil), (7, nil), (nil, nil),
    ] as [(JSON?, String?)])
  func `an avatar is an image of the service, or a whole URL after a slash`(_ path: JSON?, _ url: String?) throws {
    let details: JSON = ["username": "viewer"]
    #expect(try #require(decoded(row.with("author_details", details.with("avatar_path", path)))).avatarUrl == url)
  }

  @Test
  func `a review has its whole text with normalized line ends`() throws {
    let review = try #require(decoded(row))
    #expect(review.id == "5f2a")
    #expect(review.author == "viewer")
    #expect(review.rating == 9)
    #expect(review.content == "One.\n\n*Two.*")
    #expect(review.url == "https://www.themoviedb.org/review/5f2a")
  }

  @Test(
    arguments: [
      ("2021-06-23T15:57:25.394Z", "2021-06-23T15:57:25Z"), ("2021-06-23T15:57:25Z", "2021-06-23T15:57:25Z"),
      ("2021-06-23T15:57:25", "2021-06-23T15:57:25Z"), ("2021-06-23T15:57:25.1+09:00", "2021-06-23T15:57:25+09:00"),
      ("2021-06-23 15:57:25 UTC", "2021-06-23T15:57:25Z"), ("2021-06-23T25:57:25Z", nil),
      ("2021-06-23", nil), ("yesterday", nil), ("2021-06-23T15:57", nil), ("2021-06-23Tab:cd:ef", nil), (7, nil),
      (nil, nil),
    ] as [(JSON?, String?)])
  func `the time of a review has seconds`(_ raw: JSON?, _ time: String?) throws {
    #expect(try #require(decoded(row.with("created_at", raw))).createdAt == time)
  }

  @Test
  func `old reviews have no author details and may have no rating`() throws {
    #expect(try #require(decoded(row.with("author_details", nil))).rating == nil)
    let unrated = row.with("author_details", ["rating": .null, "name": "A Viewer"]).with("author", "")
    #expect(try #require(decoded(unrated)).rating == nil)
    #expect(try #require(decoded(unrated)).author == "A Viewer")
    #expect(try #require(decoded(row.with("content", .null))).content == "")
  }

  @Test
  func `a review without an id, or without text and rating, is left out`() {
    #expect(decoded(row.with("id", nil)) == nil)
    #expect(decoded(row.with("content", "").with("author_details", nil)) == nil)
    #expect(decoded(.null) == nil)
  }
}
