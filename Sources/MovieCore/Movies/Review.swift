/// What somebody wrote about a movie.
public struct Review: Sendable {
  /// What the catalog calls it.
  public var id: String
  /// As the catalog names them; empty where it does not.
  public var author: String
  /// 0 to 10.
  public var rating: Double?
  /// All of it, in lines ended by `\n`; empty where there is a rating only.
  public var content: String
  /// ISO 8601.
  public var createdAt: String?
  /// Its page, for people.
  public var url: String?

  public init(
    id: String, author: String, rating: Double? = nil, content: String, createdAt: String? = nil, url: String? = nil
  ) {
    self.id = id
    self.author = author
    self.rating = rating
    self.content = content
    self.createdAt = createdAt
    self.url = url
  }

  /// In characters as people count them (grapheme clusters).
  public static let previewLength = 300

  /// A word longer than this is cut, so that a preview of text without spaces is no stump.
  private static let longestWord = 60

  /// The beginning of the content on one line, at most `previewLength` characters, cut at a word; and whether there
  /// is more.
  public var preview: (text: String, isTruncated: Bool) {
    let line = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let end = line.index(line.startIndex, offsetBy: Self.previewLength, limitedBy: line.endIndex),
      end < line.endIndex
    else { return (line, false) }
    let start = line[..<end]
    let tail = start.suffix(Self.longestWord)
    let cut = line[end] == " " ? end : tail.lastIndex(of: " ") ?? end
    return (String(start[..<cut]), true)
  }
}

/// Some of a movie's reviews.
public struct ReviewPage: Sendable {
  public var items: [Review]
  /// From 1.
  public var page: Int
  /// How many reviews the movie has in all.
  public var total: Int
  /// Whether there is a page behind this one.
  public var hasMore: Bool
  /// Kept from an earlier time, because the catalog cannot be reached.
  public var isStale = false

  public init(items: [Review], page: Int, total: Int, hasMore: Bool) {
    self.items = items
    self.page = page
    self.total = total
    self.hasMore = hasMore
  }
}
