import MovieCore

/// What OMDb adds to another catalog's movie.
public struct OMDbRatings: Sendable {
  /// IMDb's too; empty where OMDb knows none.
  public var ratings: [MovieDetail.SourceRating]
  /// Prizes and nominations, in a sentence.
  public var awards: String?

  public init(ratings: [MovieDetail.SourceRating] = [], awards: String? = nil) {
    self.ratings = ratings
    self.awards = awards
  }
}
