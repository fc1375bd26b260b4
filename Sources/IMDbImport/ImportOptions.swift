/// Which films an import keeps.
public struct ImportOptions: Sendable {
  /// The types of titles that IMDb has.
  public static let allTypes = [
    "movie", "tvMovie", "short", "tvShort", "tvSeries", "tvMiniSeries", "tvSpecial", "tvEpisode", "tvPilot", "video",
    "videoGame",
  ]

  /// Those of `allTypes` that are films to keep.
  public var types: Set<String> = ["movie", "tvMovie"]
  /// Films with fewer votes are left out.
  public var minimumVotes = 0
  /// Whether the titles in all countries and languages are searched.
  public var includesAllTitles = false
  /// Whether pornographic films are kept.
  public var includesAdult = false

  public init() {}
}
