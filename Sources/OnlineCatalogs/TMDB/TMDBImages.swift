/// The URLs of TMDB's images. The service's configuration has their base URL and sizes.
/// Facts: https://developer.themoviedb.org/docs/image-basics
struct TMDBImages: Sendable {
  enum Family: String, CaseIterable { case poster, backdrop, profile, logo }

  /// The minimum widths in results, another for each family, so that a URL alone identifies the family.
  private static let defaultWidths: [Family: Int] = [.poster: 342, .backdrop: 780, .profile: 185, .logo: 154]

  private struct Sizes {
    let names: [(name: String, width: Int)]

    init(_ names: [String]) {
      self.names = names.compactMap { name in Self.width(name).map { (name, $0) } }.sorted { $0.width < $1.width }
    }

    /// The width of `w342`, or of `h632`, which is a height: portraits are two thirds as wide as high.
    private static func width(_ name: String) -> Int? {
      guard name.utf8.count <= 6, let number = Int(name.dropFirst()), number > 0 else { return nil }
      return name.hasPrefix("w") ? number : name.hasPrefix("h") ? number * 2 / 3 : nil
    }
  }

  private let base: String
  private let sizes: [Family: Sizes]

  /// The documented configuration, used if the service does not respond.
  static let documented = TMDBImages(
    base: "https://image.tmdb.org/t/p/",
    [
      .poster: ["w92", "w154", "w185", "w342", "w500", "w780"], .backdrop: ["w300", "w780", "w1280"],
      .profile: ["w45", "w185", "h632"], .logo: ["w45", "w92", "w154", "w185", "w300", "w500"],
    ].mapValues(Sizes.init))

  private init(base: String, _ sizes: [Family: Sizes]) {
    self.base = base.hasSuffix("/") ? base : base + "/"
    self.sizes = sizes
  }

  /// - Parameter configuration: the response of `/configuration`. Missing parts are as documented.
  init(configuration: JSON) {
    let images = configuration["images"]
    var all = Self.documented.sizes
    for family in Family.allCases {
      let sizes = Sizes(images?["\(family.rawValue)_sizes"]?.elements.compactMap(\.text) ?? [])
      if !sizes.names.isEmpty { all[family] = sizes }
    }
    self.init(
      base: images?["secure_base_url"]?.webAddress ?? images?["base_url"]?.webAddress ?? Self.documented.base, all)
  }

  /// The URL of a path such as `/kqjL17yufvn9OVLyXYpvtyrFfak.jpg` in its default size; nil if there is no image.
  func url(_ family: Family, _ path: JSON?) -> String? {
    guard let path = path?.text, Self.isPath(path) else { return nil }
    // The service has every SVG as a PNG too, and only that in several sizes.
    let file = path.hasSuffix(".svg") ? String(path.dropLast(4)) + ".png" : path
    return base + defaultSize(family) + file
  }

  /// The same image in the smallest size of this width or more, with its width if known. Other URLs stay as they are.
  func resized(_ url: String, atLeast width: Int) -> (url: String, width: Int?) {
    for base in [base, Self.documented.base] where url.hasPrefix(base) {
      let parts = url.dropFirst(base.count).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isPath("/" + parts[1]) else { break }
      let size = size(of: family(of: String(parts[0])), atLeast: width)
      return ("\(base)\(size)/\(parts[1])", size.hasPrefix("w") ? Int(size.dropFirst()) : nil)
    }
    return (url, nil)
  }

  private func family(of size: String) -> Family {
    Family.allCases.first { defaultSize($0) == size }
      ?? Family.allCases.first { sizes[$0]?.names.contains { $0.name == size } == true } ?? .poster
  }

  private func defaultSize(_ family: Family) -> String { size(of: family, atLeast: Self.defaultWidths[family] ?? 0) }

  private func size(of family: Family, atLeast width: Int) -> String {
    sizes[family]?.names.first { $0.width >= width }?.name ?? "original"
  }

  /// Whether the path is a slash and one file name, so that it stays one when it is appended to a URL.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.count > 1 && path.utf8.first == 0x2F && !path.hasPrefix("/.")
      && path.utf8.dropFirst().allSatisfy { $0.isBase64URL || $0 == UInt8(ascii: ".") }
  }
}
