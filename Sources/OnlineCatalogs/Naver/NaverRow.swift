/// A row of Naver's search: strings with markup and entities that are encoded once or twice, empty if missing.
struct NaverRow {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  var movie: Movie? {
    let link = address("link")
    let subtitle = text("subtitle")
    guard let title = text("title") ?? subtitle else { return nil }
    var movie = Movie(id: MovieID(catalog: NaverService.name, native: id(link: link)), title: title)
    movie.originalTitle = subtitle == movie.title ? nil : subtitle
    movie.year = text("pubDate").flatMap { Int($0.prefix(4)) }.flatMap { Movie.years.contains($0) ? $0 : nil }
    movie.directors = names("director")
    movie.cast = names("actor")
    // 0.00 means that there is no rating.
    movie.rating = json["userRating"]?.decimal.flatMap { $0 > 0 && $0 <= 10 ? $0 : nil }
    movie.posterUrl = address("image")
    movie.link = link
    return movie
  }

  /// The code in the link to the film's page, else made of the link or the row, so that the film can be starred.
  private func id(link: String?) -> String {
    if let code = link.flatMap(Self.code) { return code }
    if let link { return "link-\(StableHash.short(link))" }
    let rest = ["title", "subtitle", "pubDate", "director"].map { text($0) ?? "" }
    return "row-\(StableHash.short(rest.joined(separator: "|")))"
  }

  private static func code(in link: String) -> String? {
    let query = link.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") }
    let codes = query.split(separator: UInt8(ascii: "&")).filter { $0.starts(with: "code=".utf8) }
    guard let code = codes.first?.dropFirst("code=".utf8.count), (1...20).contains(code.count),
      code.allSatisfy({ $0.isASCIIDigit })
    else { return nil }
    return String(decoding: code, as: UTF8.self)
  }

  private func text(_ name: String) -> String? {
    json[name]?.string(upTo: CleanText.maximumLine).flatMap { PlainText.from($0, encodings: 2) }
  }

  private func address(_ name: String) -> String? {
    json[name]?.string.flatMap { JSON.string(HTMLEntities.decode($0)).webAddress }
  }

  /// The names in a list in which a bar follows every name, including the last.
  private func names(_ name: String) -> [String] {
    (json[name]?.string(upTo: CleanText.maximumSummary) ?? "").split(separator: "|").compactMap {
      PlainText.from(String($0), encodings: 2)
    }.uniqued()
  }
}
