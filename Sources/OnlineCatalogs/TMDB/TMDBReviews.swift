enum TMDBReviews {
  /// Returns nil for a review without an id, or with neither text nor rating.
  static func review(_ json: JSON, images: TMDBImages) -> Review? {
    let details = json["author_details"]
    let rating = details?["rating"]?.decimal.flatMap { (0...10).contains($0) ? $0 : nil }
    guard let id = json["id"]?.text else { return nil }
    let content = json["content"]?.prose
    guard content != nil || rating != nil else { return nil }
    var review = Review(
      id: id, author: json["author"]?.text ?? details?["name"]?.text ?? details?["username"]?.text ?? "",
      rating: rating, content: content ?? "", createdAt: json["created_at"]?.text.flatMap(ISO8601.seconds),
      url: json["url"]?.webAddress)
    review.avatarUrl = avatar(details?["avatar_path"], images)
    return review
  }

  /// The URL of a picture, whose path may be a whole URL after a slash: `/https://secure.gravatar.com/avatar/….jpg`.
  private static func avatar(_ path: JSON?, _ images: TMDBImages) -> String? {
    if let url = images.url(.profile, path) { return url }
    guard let path = path?.text, path.hasPrefix("/https://") else { return nil }
    return JSON.string(String(path.dropFirst())).webAddress
  }
}
