/// The years of films: what may be the year of a film, and what a year in a query means.
public enum FilmYears {
  /// The years in which films were, or may be announced to be, released.
  public static let range = 1870...2200
}
