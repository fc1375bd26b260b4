import MovieCore

/// The data that OMDb adds to another catalog's movie.
struct OMDbRatings: Sendable {
  /// Includes IMDb's; empty if OMDb has none.
  var ratings: [MovieDetail.SourceRating] = []
  /// Prizes and nominations, as a sentence.
  var awards: String?
}
