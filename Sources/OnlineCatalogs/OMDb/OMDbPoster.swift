/// OMDb's posters, which IMDb hosts: `…@._V1_SX300.jpg` is 300 pixels wide.
enum OMDbPoster {
  /// The URL from which the image can be downloaded. IMDb's old host no longer exists, and the others support HTTPS.
  static func address(_ url: String) -> String {
    guard let rest = ["https://", "http://"].first(where: url.hasPrefix).map({ url.dropFirst($0.count) }) else {
      return url
    }
    let host = rest.prefix { $0 != "/" }.lowercased()
    guard let successor = hosts[host] else { return url }
    return "https://\(successor)\(rest.dropFirst(host.count))"
  }

  private static let hosts = [
    "ia.media-imdb.com": "m.media-amazon.com",
    "m.media-amazon.com": "m.media-amazon.com",
    "images-na.ssl-images-amazon.com": "images-na.ssl-images-amazon.com",
  ]

  /// The widths that are requested. IMDb has any, but then requests for similar ones would not share an image.
  private static let widths = [100, 200, 300, 350, 500, 750, 1_000, 1_500, 2_000]

  /// The image with this width or a little more. A URL that does not follow the convention stays as it is.
  static func picture(at url: String, width: Int) -> Picture {
    let address = Array(address(url).utf8)
    // The last mark, because the rest of the URL may contain the same text.
    guard let mark = lastMark(in: address), let dot = address.lastIndex(of: UInt8(ascii: ".")), dot >= mark else {
      return Picture(url: String(decoding: address, as: UTF8.self), catalog: OMDbService.name)
    }
    let width = widths.first { $0 >= width }
    let size = width.map { "SX\($0)" } ?? ""
    let resized = address[..<mark] + Array(size.utf8) + address[dot...]
    return Picture(url: String(decoding: resized, as: UTF8.self), width: width, catalog: OMDbService.name)
  }

  private static func lastMark(in address: [UInt8]) -> Int? {
    let mark = Array("._V1_".utf8)
    guard address.count >= mark.count, !address.contains(UInt8(ascii: "?")) else { return nil }
    return (0...(address.count - mark.count)).last { address[$0...].starts(with: mark) }.map { $0 + mark.count }
  }
}
