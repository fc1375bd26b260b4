import MovieCore

/// The data that OMDb adds to another catalog's movie.
public struct OMDbRatings: Sendable {
  /// Includes IMDb's; empty if OMDb has none.
  public var ratings: [MovieDetail.SourceRating]
  /// Prizes and nominations, as a sentence.
  public var awards: String?

  public init(ratings: [MovieDetail.SourceRating] = [], awards: String? = nil) {
    self.ratings = ratings
    self.awards = awards
  }
}
