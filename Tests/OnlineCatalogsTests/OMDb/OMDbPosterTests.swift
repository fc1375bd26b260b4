import Testing

@testable import OnlineCatalogs

struct OMDbPosterTests {
  private static let picture = "https://m.media-amazon.com/images/M/MV5BAbc@._V1_"

  @Test(arguments: [
    ("http://ia.media-imdb.com/images/M/A@@._V1_SX300.jpg", "https://m.media-amazon.com/images/M/A@@._V1_SX300.jpg"),
    ("https://IA.media-imdb.com/a.jpg", "https://m.media-amazon.com/a.jpg"),
    ("http://m.media-amazon.com/a.jpg", "https://m.media-amazon.com/a.jpg"),
    ("http://images-na.ssl-images-amazon.com/a.jpg", "https://images-na.ssl-images-amazon.com/a.jpg"),
    ("http://127.0.0.1:8080/ia.media-imdb.com/a.jpg", "http://127.0.0.1:8080/ia.media-imdb.com/a.jpg"),
    ("http://ia.media-imdb.com.example/a.jpg", "http://ia.media-imdb.com.example/a.jpg"),
    ("https://example.org/a.jpg", "https://example.org/a.jpg"),
  ])
  func `only IMDb's hosts are replaced`(url: String, address: String) {
    #expect(OMDbPoster.address(url) == address)
  }

  @Test(arguments: [
    (picture + "SX300.jpg", 342, picture + "SX350.jpg", 350), (picture + "SX300.jpg", 350, picture + "SX350.jpg", 350),
    (picture + "SX300.jpg", 1, picture + "SX100.jpg", 100), (picture + ".jpg", 500, picture + "SX500.jpg", 500),
    (picture + "QL75_UX380_CR0,0,380,562_.jpg", 400, picture + "SX500.jpg", 500),
    (picture + "SX300.jpg", 5_000, picture + ".jpg", nil),
    ("https://example.org/poster.jpg", 342, "https://example.org/poster.jpg", nil),
    ("https://example.org/a._V1_SX300", 342, "https://example.org/a._V1_SX300", nil),
    ("https://example.org/a.jpg?b=._V1_c.jpg", 342, "https://example.org/a.jpg?b=._V1_c.jpg", nil),
    ("", 342, "", nil),
  ])
  func `a width is rounded up to one of a few`(url: String, width: Int, expected: String, told: Int?) {
    let picture = OMDbPoster.picture(at: url, width: width)
    #expect(picture.url == expected)
    #expect(picture.width == told)
    #expect(picture.catalog == "omdb")
  }
}
