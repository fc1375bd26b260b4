import JSON
import MovieCore
import Platform

/// Decodes TMDB's reviews, which are Markdown.
enum TMDBReviews {
  /// Returns nil for a review without an id, or with neither text nor rating.
  static func review(_ json: JSON) -> Review? {
    let details = json["author_details"]
    let rating = details?["rating"]?.decimal.flatMap { (0...10).contains($0) ? $0 : nil }
    guard let id = json["id"]?.text else { return nil }
    let content = json["content"]?.prose
    guard content != nil || rating != nil else { return nil }
    return Review(
      id: id, author: json["author"]?.text ?? details?["name"]?.text ?? details?["username"]?.text ?? "",
      rating: rating, content: content ?? "", createdAt: json["created_at"]?.text.flatMap(timestamp),
      url: json["url"]?.webAddress)
  }

  /// ISO 8601 to the second, in UTC if the text has no time zone. The text may have fractional seconds.
  private static func timestamp(_ text: String) -> String? {
    let characters = Array(text.utf8)
    func isTime(_ time: ArraySlice<UInt8>) -> Bool {
      time.enumerated().allSatisfy { index, byte in
        index % 3 == 2 ? byte == 0x3A : byte.isASCIIDigit
      }
    }
    guard characters.count >= 19, characters[10] == 0x54,
      CalendarDay.isDay(String(decoding: characters[..<10], as: UTF8.self)), isTime(characters[11..<19])
    else { return nil }
    let seconds = String(decoding: characters[..<19], as: UTF8.self)
    let zone = characters[19...].drop { $0 == 0x2E || $0.isASCIIDigit }
    guard zone.first == 0x2B || zone.first == 0x2D, zone.count <= 6 else { return seconds + "Z" }
    return seconds + String(decoding: zone, as: UTF8.self)
  }
}
