public struct ImportOptions: Sendable {
  public static let allTypes = [
    "movie", "tvMovie", "short", "tvShort", "tvSeries", "tvMiniSeries", "tvSpecial", "tvEpisode", "tvPilot", "video",
    "videoGame",
  ]

  public var types: Set<String> = ["movie", "tvMovie"]
  public var minimumVotes = 0
  public var includesAllTitles = false
  public var includesAdult = false

  public init() {}
}
