import Text

/// The genres of IMDb.
public enum IMDbGenre {
  /// Genres as the bits of a number, in the order of `NameTable.genres`.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of the genre with a number.
    public init(number: Int) { rawValue = 1 << UInt32(number) }

    /// The set of the genre with a name in IMDb's files; nil if IMDb has no such genre.
    public init?(named name: String) {
      guard let number = IMDbGenre.names.firstIndex(of: name) else { return nil }
      self.init(number: number)
    }
  }

  /// The names in IMDb's files by number.
  public static let names = NameTable.genres.keys
}
