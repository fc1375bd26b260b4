import JSON
import MovieCore

/// A review: its preview, and on request the whole text.
struct ReviewResult: JSONObject {
  var review: Review
  var preview: (text: String, isTruncated: Bool)
  var isWhole: Bool

  init(_ review: Review, isWhole: Bool) {
    self.review = review
    preview = review.preview
    self.isWhole = isWhole
  }

  static var schema: JSONSchema { shared("Review", "A review of a movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .string, "The review's id in the catalog.") { $0.review.id }
    field.required("author", .string, "The name of the author.") { $0.review.author }
    field.optional("avatarUrl", .uri, "The URL of a picture of the author.") { $0.review.avatarUrl }
    field.optional("rating", .rating, "The author's rating.") { $0.review.rating }
    field.required(
      "preview", .string, "The beginning as plain text on one line: at most 300 characters, cut at a word."
    ) { $0.preview.text }
    field.optional("content", .string, "The whole text, which may be Markdown; only in results of `reviews`.") {
      $0.isWhole ? $0.review.content : nil
    }
    field.required("truncated", .boolean, "Whether the preview is shorter than the text.") { $0.preview.isTruncated }
    field.optional("createdAt", .string, "The time of writing in ISO 8601.") { $0.review.createdAt }
    field.optional("url", .uri, "The URL of the review's page.") { $0.review.url }
  }
}
