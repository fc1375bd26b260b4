/// Ratings of services in the form of `LibraryColumn.rating`. What is no number stays, so that the row is reported.
enum Rating {
  /// A rating of ten; empty for 0, which some services write for none.
  static func given(_ text: String) -> String { Double(text) == 0 ? "" : text }

  /// A rating of five.
  static func doubled(_ text: String) -> String {
    guard let value = Double(text), value.isFinite else { return text }
    return given("\(value * 2)")
  }
}

/// Days in the forms of services.
enum Day {
  /// IMDb's forms are `2012-10-24` and, until 2017, `Wed Oct 24 10:33:43 2012`. Any other text stays as it is.
  static func fromIMDb(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count == 5, let month = englishMonths.firstIndex(of: String(words[1])), let day = Int(words[2]) else {
      return text
    }
    return "\(words[4])-\(String(month + 1, width: 2))-\(String(day, width: 2))"
  }

  /// The day of a time in the time zone of the process. Any other text stays as it is.
  static func local(_ text: String) -> String { Timestamp.milliseconds(text).map(Timestamp.localDay) ?? text }
}

extension String {
  /// The day or time of a mark, which some rows do not have.
  var orUnknown: String { isEmpty ? "unknown" : self }
}
