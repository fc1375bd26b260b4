enum TMDBVideos {
  /// By kind, then official ones, those in the language, and older ones: a much younger trailer is for a new release.
  static func trailers(in videos: JSON?, for language: TMDBLanguage) -> [MovieDetail.Trailer] {
    let found = (videos?["results"]?.elements ?? []).compactMap {
      video -> (rank: [Int], age: String, trailer: MovieDetail.Trailer)? in
      guard let type = video["type"]?.text, let url = address(of: video) else { return nil }
      let name = video["name"]?.text ?? type
      guard let kind = kind(type, name), let kindRank = MovieDetail.Trailer.Kind.allCases.firstIndex(of: kind) else {
        return nil
      }
      var trailer = MovieDetail.Trailer(name: name, url: url, kind: kind)
      trailer.language = video["iso_639_1"]?.languageCode
      trailer.isOfficial = video["official"]?.bool
      trailer.publishedAt = video["published_at"]?.text.flatMap(ISO8601.seconds)
      let languageRank = trailer.language == language.code ? 0 : trailer.language == TMDBLanguage.english.code ? 1 : 2
      let rank = [kindRank, trailer.isOfficial == true ? 0 : 1, languageRank]
      return (rank, trailer.publishedAt ?? "~", trailer)
    }
    return found.sorted { left, right in
      left.rank == right.rank ? left.age < right.age : left.rank.lexicographicallyPrecedes(right.rank)
    }.map(\.trailer).uniqued(on: \.url)
  }

  private static func kind(_ type: String, _ name: String) -> MovieDetail.Trailer.Kind? {
    switch type {
    case "Trailer": isSpot(name) ? .spot : .trailer
    // The service has no type for TV spots.
    case "Teaser": isSpot(name) ? .spot : .teaser
    case "Clip": .clip
    case "Featurette": .featurette
    case "Behind the Scenes": .behindTheScenes
    case "Opening Credits": .openingCredits
    case "Recap": .recap
    case "Bloopers": .bloopers
    default: nil
    }
  }

  /// Whether a title calls the video a spot and nothing else: a film may have that word in its own title.
  private static func isSpot(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    func has(_ names: Substring...) -> Bool { words.contains { names.contains($0) } }
    if zip(words, words.dropFirst()).contains(where: { $0 == "tv" && $1.hasPrefix("spot") }) { return true }
    if words.contains(where: { $0.hasSuffix("스팟") || $0.hasSuffix("スポット") }) { return true }
    return has("spot", "spots") && !has("trailer", "teaser")
  }

  private static func address(of video: JSON) -> String? {
    guard let key = video["key"]?.text, key.utf8.allSatisfy({ $0.isBase64URL }) else { return nil }
    return switch video["site"]?.text {
    case "YouTube": "https://www.youtube.com/watch?v=\(key)"
    case "Vimeo": "https://vimeo.com/\(key)"
    default: nil
    }
  }
}
