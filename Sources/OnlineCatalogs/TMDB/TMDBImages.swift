import JSON
import Platform

/// The addresses of TMDB's pictures: where they are, and in which sizes, as the service's configuration tells.
/// Facts: https://developer.themoviedb.org/docs/image-basics
struct TMDBImages: Sendable {
  enum Family: CaseIterable {
    case poster, profile, logo

    /// What is handed out is at least so wide. Each family has another size then, since `w154` and `w185` are sizes of
    /// several and an address alone does not tell what it shows.
    fileprivate var usualWidth: Int {
      switch self {
      case .poster: 342
      case .profile: 185
      case .logo: 154
      }
    }
  }

  private struct Sizes {
    /// Without `original`, the narrowest first.
    let names: [(name: String, width: Int)]

    init(_ names: [String]) {
      self.names = names.compactMap { name in Self.width(name).map { (name, $0) } }.sorted { $0.width < $1.width }
    }

    /// `w342` is so wide; `h632` is so high, and people stand upright in a picture two thirds as wide.
    private static func width(_ name: String) -> Int? {
      guard name.utf8.count <= 6, let number = Int(name.dropFirst()), number > 0 else { return nil }
      return name.hasPrefix("w") ? number : name.hasPrefix("h") ? number * 2 / 3 : nil
    }

    func smallest(atLeast width: Int) -> String { names.first { $0.width >= width }?.name ?? "original" }
  }

  /// Ends in a slash.
  private let base: String
  private let poster, profile, logo: Sizes

  /// What the service documents, for when it does not answer.
  static let documented = TMDBImages(
    base: "https://image.tmdb.org/t/p/",
    poster: ["w92", "w154", "w185", "w342", "w500", "w780"], profile: ["w45", "w185", "h632"],
    logo: ["w45", "w92", "w154", "w185", "w300", "w500"])

  private init(base: String, poster: [String], profile: [String], logo: [String]) {
    self.base = base.hasSuffix("/") ? base : base + "/"
    self.poster = Sizes(poster)
    self.profile = Sizes(profile)
    self.logo = Sizes(logo)
  }

  /// - Parameter configuration: the answer of `/configuration`; what it lacks is as documented.
  init(configuration: JSON) {
    let images = configuration["images"]
    func sizes(_ name: String, _ family: Family) -> [String] {
      let names = images?[name]?.elements.compactMap(\.text) ?? []
      return Sizes(names).names.isEmpty ? Self.documented.sizes(of: family).names.map(\.name) : names
    }
    self.init(
      base: images?["secure_base_url"]?.webAddress ?? images?["base_url"]?.webAddress ?? Self.documented.base,
      poster: sizes("poster_sizes", .poster), profile: sizes("profile_sizes", .profile),
      logo: sizes("logo_sizes", .logo))
  }

  /// The address of a picture in its family's usual size; nil where there is no picture.
  ///
  /// - Parameter path: as bodies have it, such as `/kqjL17yufvn9OVLyXYpvtyrFfak.jpg`.
  func url(_ family: Family, _ path: JSON?) -> String? {
    guard let path = path?.text, Self.isPath(path) else { return nil }
    return base + usualSize(family) + path
  }

  /// The same picture in the smallest size that is at least so wide. The width is nil where the address does not tell;
  /// an address that is none of TMDB's pictures stays as it is.
  func resized(_ url: String, atLeast width: Int) -> (url: String, width: Int?) {
    for base in [base, Self.documented.base] where url.hasPrefix(base) {
      let parts = url.dropFirst(base.count).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isPath("/" + parts[1]) else { break }
      let size = sizes(of: family(of: String(parts[0]))).smallest(atLeast: width)
      return ("\(base)\(size)/\(parts[1])", size.hasPrefix("w") ? Int(size.dropFirst()) : nil)
    }
    return (url, nil)
  }

  private func family(of size: String) -> Family {
    Family.allCases.first { usualSize($0) == size }
      ?? Family.allCases.first { sizes(of: $0).names.contains { $0.name == size } } ?? .poster
  }

  private func usualSize(_ family: Family) -> String { sizes(of: family).smallest(atLeast: family.usualWidth) }

  private func sizes(of family: Family) -> Sizes {
    switch family {
    case .poster: poster
    case .profile: profile
    case .logo: logo
    }
  }

  /// One name behind a slash, which stays one when it is put behind an address.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.count > 1 && path.utf8.first == 0x2F && !path.hasPrefix("/.")
      && path.utf8.dropFirst().allSatisfy { $0.isBase64URL || $0 == UInt8(ascii: ".") }
  }
}
