import JSON
import MovieCore

/// A review: its preview, and all of it where the client asked for that.
struct ReviewResult: JSONEncodable {
  var review: Review
  var isWhole: Bool

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
