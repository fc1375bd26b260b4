import JSON
import MovieCore
import Platform

/// The trailers among a movie's videos.
enum TMDBVideos {
  /// Returns official videos first, then those in the language, then trailers before teasers.
  ///
  /// - Parameter videos: the response of `/movie/{id}/videos`, if any.
  static func trailers(in videos: JSON?, for language: TMDBLanguage) -> [MovieDetail.Trailer] {
    let found = (videos?["results"]?.elements ?? []).enumerated().compactMap {
      index, video -> (rank: [Int], trailer: MovieDetail.Trailer)? in
      guard let kind = video["type"]?.text, let kindRank = kinds.firstIndex(of: kind), let url = address(of: video)
      else { return nil }
      let rank = [
        video["official"]?.bool == true ? 0 : 1, video["iso_639_1"]?.text == language.code ? 0 : 1, kindRank, index,
      ]
      return (rank, MovieDetail.Trailer(name: video["name"]?.text ?? kind, url: url))
    }
    return found.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.trailer).uniqued(on: \.url)
  }

  private static let kinds = ["Trailer", "Teaser"]

  private static func address(of video: JSON) -> String? {
    guard let key = video["key"]?.text, key.utf8.allSatisfy({ $0.isBase64URL }) else { return nil }
    return switch video["site"]?.text {
    case "YouTube": "https://www.youtube.com/watch?v=\(key)"
    case "Vimeo": "https://vimeo.com/\(key)"
    default: nil
    }
  }
}
