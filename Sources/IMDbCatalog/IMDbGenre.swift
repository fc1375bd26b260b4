/// A genre of IMDb.
public enum IMDbGenre: UInt32, CaseIterable, Sendable {
  case action, adult, adventure, animation, biography, comedy, crime, documentary, drama, family, fantasy, filmNoir
  case gameShow, history, horror, music, musical, mystery, news, realityTV, romance, sciFi, short, sport, talkShow
  case thriller, war, western

  /// Genres as the bits of a number.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of one genre.
    public init(_ genre: IMDbGenre) { rawValue = 1 << genre.rawValue }
  }

  /// The name in IMDb's files, which is also shown in English.
  public var name: String {
    switch self {
    case .action: "Action"
    case .adult: "Adult"
    case .adventure: "Adventure"
    case .animation: "Animation"
    case .biography: "Biography"
    case .comedy: "Comedy"
    case .crime: "Crime"
    case .documentary: "Documentary"
    case .drama: "Drama"
    case .family: "Family"
    case .fantasy: "Fantasy"
    case .filmNoir: "Film-Noir"
    case .gameShow: "Game-Show"
    case .history: "History"
    case .horror: "Horror"
    case .music: "Music"
    case .musical: "Musical"
    case .mystery: "Mystery"
    case .news: "News"
    case .realityTV: "Reality-TV"
    case .romance: "Romance"
    case .sciFi: "Sci-Fi"
    case .short: "Short"
    case .sport: "Sport"
    case .talkShow: "Talk-Show"
    case .thriller: "Thriller"
    case .war: "War"
    case .western: "Western"
    }
  }
}
