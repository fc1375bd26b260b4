import JSON
import Testing

@testable import OnlineCatalogs

struct TMDBImagesTests {
  private let images = TMDBImages.documented
  private let base = "https://image.tmdb.org/t/p/"

  @Test(arguments: [(TMDBImages.Family.poster, "w342"), (.backdrop, "w780"), (.profile, "w185"), (.logo, "w154")])
  func `an image has its family's default size`(_ family: TMDBImages.Family, _ size: String) {
    #expect(images.url(family, "/aB-3_x.jpg") == base + size + "/aB-3_x.jpg")
  }

  @Test func `a drawing is requested as a PNG, which is an image in all sizes`() {
    #expect(images.url(.logo, "/aB-3_x.svg") == base + "w154/aB-3_x.png")
  }

  @Test(
    arguments: [
      nil, .null, "", "/", "x.jpg", "/../x.jpg", "/..", "/a/b.jpg", "/https://secure.gravatar.com/avatar/1.jpg",
      "/a.jpg?x=1", "/a b.jpg", "/é.jpg", 7, [], [:],
    ] as [JSON?])
  func `an invalid path is not an image`(_ path: JSON?) {
    #expect(images.url(.poster, path) == nil)
  }

  @Test(
    arguments: [
      ("w342", 1, "w92", 92), ("w342", 92, "w92", 92), ("w342", 93, "w154", 154), ("w342", 342, "w342", 342),
      ("w342", 343, "w500", 500), ("w342", 780, "w780", 780), ("w342", 781, "original", nil),
      ("w185", 46, "w185", 185), ("w185", 186, "h632", nil), ("w185", 422, "original", nil),
      ("w154", 10, "w45", 45), ("w154", 301, "w500", 500), ("w154", 501, "original", nil),
      ("w780", 100, "w300", 300), ("w780", 900, "w1280", 1280), ("w780", 1300, "original", nil),
      // Sizes that results never have, but that a stored favorite may.
      ("h632", 10, "w45", 45), ("w300", 10, "w300", 300), ("original", 200, "w342", 342),
      ("w200", 200, "w342", 342),
    ] as [(String, Int, String, Int?)])
  func `the smallest size of its family with at least the width is chosen`(
    _ given: String, _ width: Int, _ size: String, _ told: Int?
  ) {
    let resized = images.resized(base + given + "/a.jpg", atLeast: width)
    #expect(resized.url == base + size + "/a.jpg")
    #expect(resized.width == told)
  }

  @Test(arguments: [
    "https://example.com/t/p/w342/a.jpg", "https://image.tmdb.org/t/p/", "https://image.tmdb.org/t/p/w342",
    "https://image.tmdb.org/t/p/w342/a/b.jpg", "https://image.tmdb.org/t/p/../a.jpg/x",
  ])
  func `a URL that is not of a TMDB image stays as it is`(_ url: String) {
    let resized = images.resized(url, atLeast: 500)
    #expect(resized.url == url)
    #expect(resized.width == nil)
  }

  @Test
  func `the base URL and the sizes are the service's, in any order`() throws {
    let images = TMDBImages(
      configuration: [
        "images": [
          "base_url": "http://127.0.0.1:1/t/p/", "secure_base_url": "http://127.0.0.1:2/t/p",
          "poster_sizes": ["original", "w400", "w100"], "profile_sizes": "none", "logo_sizes": [],
        ]
      ])
    #expect(images.url(.poster, "/a.jpg") == "http://127.0.0.1:2/t/p/w400/a.jpg")
    #expect(images.url(.profile, "/a.jpg") == "http://127.0.0.1:2/t/p/w185/a.jpg")
    #expect(images.resized("http://127.0.0.1:2/t/p/w400/a.jpg", atLeast: 9).url == "http://127.0.0.1:2/t/p/w100/a.jpg")
    // From before the service could be reached.
    #expect(images.resized(base + "w342/a.jpg", atLeast: 9).url == base + "w100/a.jpg")
  }

  @Test(
    arguments: [
      .null, 1, "x", [], [:], ["images": .null],
      ["images": ["secure_base_url": "ftp://x/", "poster_sizes": ["a", "w0"]]],
    ] as [JSON])
  func `an unreadable configuration leaves the documented one`(_ configuration: JSON) {
    #expect(TMDBImages(configuration: configuration).url(.poster, "/a.jpg") == base + "w342/a.jpg")
  }
}
