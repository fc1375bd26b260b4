enum HTTPDate {
  /// Seconds since 1970 for any of the three formats (RFC 9110, 5.6.7); nil if the text is not a date.
  static func parse(_ text: String) -> Int? {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    guard words.count >= 4 else { return nil }
    words.removeFirst()  // The day of the week.
    if words.count == 4, !words[3].contains(":") {
      // Sun Nov  6 08:49:37 1994
      words = [words[1], words[0], words[3], words[2]]
    } else if words.count == 3 || words.count == 4, words[0].contains("-") {
      // Sunday, 06-Nov-94 08:49:37 GMT
      words = words[0].split(separator: "-").map(String.init) + words.dropFirst()
    }
    // Sun, 06 Nov 1994 08:49:37 GMT
    guard words.count >= 4, let day = number(words[0]), (1...31).contains(day),
      let month = englishMonths.firstIndex(of: words[1]), var year = number(words[2])
    else { return nil }
    // A two-digit year is at most fifty years in the future.
    if words[2].utf8.count == 2 { year += year < 76 ? 2_000 : 1_900 }
    guard (1...9_999).contains(year) else { return nil }
    let time = words[3].split(separator: ":").map { number(String($0)) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2], hour < 24, minute < 60,
      second <= 60
    else { return nil }
    return secondsSince1970(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { $0.isASCIIDigit } && text.utf8.count <= 4 ? Int(text) : nil
  }
}

/// Parses the numbers of seconds in header fields: `max-age`, `Age`, `Retry-After`.
enum DeltaSeconds {
  /// Stands for every larger number too (RFC 9111, 1.2.2), so that sums with dates cannot overflow.
  static let maximum = 1 << 31

  /// Returns 0 to `maximum`; nil if the text is not a sequence of digits, such as a negative number.
  static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIIDigit }) else { return nil }
    return min(Int(text) ?? maximum, maximum)
  }
}
