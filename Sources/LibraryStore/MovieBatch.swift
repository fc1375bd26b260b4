import MovieCore

/// The limits of one change or difference, so that it fits into one message.
enum MovieBatch {
  /// The largest number of movies, and of ids.
  static let maximumCount = 10_000
  /// The largest size of the movies' data.
  static let maximumBytes = 8 << 20
}
