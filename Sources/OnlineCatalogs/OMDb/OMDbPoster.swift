import MovieCore

/// Posters that OMDb tells of, which are pictures of IMDb's: `…@._V1_SX300.jpg` is one of them 300 pixels wide.
enum OMDbPoster {
  /// The picture's address where it can be had: IMDb's old host is no more, and its others speak https.
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

  /// Any width can be had, but a few serve all: so pictures are shared by those who ask for nearly the same.
  private static let widths = [100, 200, 300, 350, 500, 750, 1_000, 1_500, 2_000]

  /// The picture at that width or a little more. One that does not follow the convention is taken as it is.
  static func picture(at url: String, width: Int) -> Picture {
    let address = Array(address(url).utf8)
    // The last mark, so that nothing of the address before it is taken for one.
    guard let mark = lastMark(in: address), let dot = address.lastIndex(of: UInt8(ascii: ".")), dot >= mark else {
      return Picture(url: String(decoding: address, as: UTF8.self), catalog: OMDbService.name)
    }
    let width = widths.first { $0 >= width }
    let size = width.map { "SX\($0)" } ?? ""
    let resized = address[..<mark] + Array(size.utf8) + address[dot...]
    return Picture(url: String(decoding: resized, as: UTF8.self), width: width, catalog: OMDbService.name)
  }

  /// The index behind the last `._V1_` in the address's path.
  private static func lastMark(in address: [UInt8]) -> Int? {
    let mark = Array("._V1_".utf8)
    guard address.count >= mark.count, !address.contains(UInt8(ascii: "?")) else { return nil }
    return (0...(address.count - mark.count)).last { address[$0...].starts(with: mark) }.map { $0 + mark.count }
  }
}
