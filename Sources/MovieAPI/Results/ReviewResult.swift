import JSON
import MovieCore

/// A review: its preview, and all of it where the client asked for that.
struct ReviewResult: JSONEncodable {
  var review: Review
  var isWhole: Bool

  static var schema: JSONSchema {
    .shared(
      "Review", "What somebody wrote about a movie.",
      [
        .required("id", .string, "What the catalog calls it."),
        .required("author", .string, "Who wrote it."),
        .optional("rating", .rating, "What they make of it."),
        .required("preview", .string, "The beginning on one line, at most 300 characters, cut at a word."),
        .optional("content", .string, "All of it; given by `reviews`."),
        .required("truncated", .boolean, "Whether there is more than the preview."),
        .optional("createdAt", .string, "When it was written, as ISO 8601 has it."),
        .optional("url", .uri, "Its page."),
      ])
  }

  func encode(to writer: inout JSONWriter) {
    let preview = review.preview
    writer.object { object in
      object.member("id", review.id)
      object.member("author", review.author)
      object.member("rating", review.rating)
      object.member("preview", preview.text)
      if isWhole { object.member("content", review.content) }
      object.member("truncated", preview.isTruncated)
      object.member("createdAt", review.createdAt)
      object.member("url", review.url)
    }
  }
}
