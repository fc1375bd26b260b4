/// A review of a movie.
public struct Review: JSONObject, Sendable {
  /// The review's id, defined by the catalog.
  public var id: String
  /// The author's name; empty if the catalog does not give it.
  public var author: String
  /// The URL of a picture of the author.
  public var avatarUrl: String?
  /// The author's rating, 0 to 10; nil if the review has none.
  public var rating: Double?
  /// The full text, with `\n` between lines, which may be Markdown; empty if the review is only a rating.
  public var content: String
  /// The time of writing, in ISO 8601.
  public var createdAt: String?
  /// The review's web page.
  public var url: String?
  /// Whether results contain `content`.
  public var isWhole = true

  /// - Parameter content: the full text, with `\n` between lines.
  public init(
    id: String, author: String, rating: Double? = nil, content: String, createdAt: String? = nil, url: String? = nil
  ) {
    (self.id, self.author, self.rating, self.content, self.createdAt) = (id, author, rating, content, createdAt)
    self.url = url
  }

  public static var schema: JSONSchema { shared("Review", "A review of a movie.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .string, "The review's id in the catalog.") { $0.id }
    field.required("author", .string, "The name of the author.") { $0.author }
    field.optional("avatarUrl", .uri, "The URL of a picture of the author.") { $0.avatarUrl }
    field.optional("rating", .rating, "The author's rating.") { $0.rating }
    field.include { $0.preview }
    field.optional("content", .string, "The whole text, which may be Markdown; only in results of `reviews`.") {
      $0.isWhole ? $0.content : nil
    }
    field.optional("createdAt", .string, "The time of writing in ISO 8601.") { $0.createdAt }
    field.optional("url", .uri, "The URL of the review's page.") { $0.url }
  }

  /// The beginning of a review as plain text on one line, cut at a word boundary.
  public struct Preview: JSONObject, Sendable {
    /// The beginning.
    public var text: String
    /// Whether there is more.
    public var isTruncated: Bool

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required(
        "preview", .string, "The beginning as plain text on one line: at most 300 characters, cut at a word."
      ) { $0.text }
      field.required("truncated", .boolean, "Whether the preview is shorter than the text.") { $0.isTruncated }
    }
  }

  /// The maximum length of `preview`, in grapheme clusters.
  private static let previewLength = 300

  /// A longer word may be cut, so that the preview of a text without spaces is not too short.
  private static let longestWord = 60

  /// The beginning of a text in Markdown as plain text on one line, and whether there is more. It contains the preview;
  /// the rest of a very long text would take time.
  public static func plainBeginning(of content: String) -> (line: String, isCut: Bool) {
    let beginning = content.prefix(20 * previewLength)
    let line = Markdown.plainText(String(beginning)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (line, beginning.endIndex < content.endIndex)
  }

  /// The beginning of the content; computed at each call.
  public var preview: Preview {
    let (line, isCut) = Self.plainBeginning(of: content)
    guard let end = line.index(line.startIndex, offsetBy: Self.previewLength, limitedBy: line.endIndex),
      end < line.endIndex
    else { return Preview(text: line, isTruncated: isCut) }
    let start = line[..<end]
    let tail = start.suffix(Self.longestWord)
    let cut = line[end] == " " ? end : tail.lastIndex(of: " ") ?? end
    return Preview(text: String(start[..<cut]), isTruncated: true)
  }
}

/// One page of a movie's reviews.
public struct ReviewPage: JSONObject, Sendable {
  /// In the catalog's order.
  public var items: [Review]
  /// The number of this page, from 1.
  public var page: Int
  /// The total number of the movie's reviews.
  public var total: Int
  /// Whether there is another page.
  public var hasMore: Bool
  /// Whether the page is from an earlier answer, because the catalog cannot be reached.
  public var isStale = false

  /// - Parameter total: of all pages.
  public init(items: [Review], page: Int, total: Int, hasMore: Bool) {
    (self.items, self.page, self.total, self.hasMore) = (items, page, total, hasMore)
  }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("page", .integer(in: 1...Int.max), "The number of this page.") { $0.page }
    field.required("total", .count, "The number of reviews.") { $0.total }
    field.required("hasMore", .boolean, "Whether there is another page.") { $0.hasMore }
    field.required("items", .array(of: Review.schema), "The reviews with their `content`.") { $0.items }
    field.stale { $0.isStale }
  }
}
