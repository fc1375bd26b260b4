import JSON
import Testing

@testable import movie_server

@Suite("the details of a film as text")
struct DetailTextTests {
  static let movie: JSON = [
    "id": "tmdb:1", "title": "A Film", "year": 2019, "genres": ["Drama"], "directors": ["D"], "cast": ["A", "B"],
    "rating": .number("8.438"), "votes": 30717, "languages": ["Korean"], "countries": ["South Korea"],
    "castMembers": [["name": "A", "character": "Hero"], ["name": "B"]],
    "crewMembers": [
      ["name": "D", "job": "Director", "department": "Directing"],
      ["name": "W", "job": "Screenplay", "department": "Writing"],
      ["name": "W", "job": "Story", "department": "Writing"],
      ["name": "P", "job": "Director of Photography", "department": "Camera"],
      ["name": "M", "job": "Original Music Composer", "department": "Sound"],
    ],
  ]

  @Test func `it names the people whom a film lover looks for, with their characters`() {
    let lines = DetailText(movie: Self.movie, columns: nil).lines
    for line in [
      "A Film (2019)", "Writers:        W", "Photography:    P", "Music:          M", "Country:        South Korea",
      "Language:       Korean", "Cast:           A (Hero), B", "Rating:         8.4 (30,717 votes)",
    ] { #expect(lines.contains(line), "\(lines)") }
  }

  @Test(arguments: [("8", "8"), ("7.96", "8"), ("0.5", "0.5"), ("9.94", "9.9")])
  func `a rating has at most one decimal`(_ rating: String, _ text: String) {
    let lines = DetailText(movie: ["title": "A", "rating": .number(rating)], columns: nil).lines
    #expect(lines.contains("Rating:         \(text)"), "\(lines)")
  }
}
