/// The kind of a title of a film. It decides which of several films with the same title comes first.
public enum TitleKind: UInt32, Sendable {
  /// The title under which the film is known.
  case main
  /// Its original title, or the main one without its article.
  case variant
  /// Its title in another country.
  case translation

  // A key's entry has the kind in its highest bits, and the rank of the film in the others.

  static let rankMask: UInt32 = 0x3FFF_FFFF
  private static let shift: UInt32 = 30

  func entry(_ rank: UInt32) -> UInt32 { rawValue << Self.shift | rank }

  init(ofEntry entry: UInt32) { self = TitleKind(rawValue: entry >> Self.shift) ?? .translation }
}
