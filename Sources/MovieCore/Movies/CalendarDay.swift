import Platform

/// Checks calendar days in the format of `Movie.releaseDate`.
public enum CalendarDay {
  /// Whether the text is an existing day, `YYYY-MM-DD`. The 31st of February is not one.
  public static func isDay(_ text: String) -> Bool { parts(of: text.utf8) != nil }

  /// Nil if the text is not a day.
  static func parts(of text: some Sequence<UInt8>) -> (year: Int, month: Int, day: Int)? {
    let bytes = Array(text)
    guard bytes.count == 10,
      bytes.indices.allSatisfy({ $0 == 4 || $0 == 7 ? bytes[$0] == UInt8(ascii: "-") : bytes[$0].isASCIIDigit })
    else { return nil }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 & 15) } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    return year > 0 && 1...12 ~= month && 1...length(of: month, in: year) ~= day ? (year, month, day) : nil
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The day of the week, 0 for Monday; nil if the text is not a day.
  public static func weekday(_ text: String) -> Int? {
    guard let (year, month, day) = parts(of: text.utf8) else { return nil }
    // Sakamoto's method, with Sunday as 0.
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let first = month < 3 ? year - 1 : year
    return (first + first / 4 - first / 100 + first / 400 + offsets[month - 1] + day + 6) % 7
  }

  /// Today in the time zone of the process, or so many days later.
  public static func today(_ days: Int = 0) -> String {
    let midnight = Timestamp.milliseconds(Timestamp.localDay(Timestamp.now()) + "T00:00:00Z") ?? 0
    return String(Timestamp.iso8601(midnight + days * 86_400_000).prefix(10))
  }

  /// Whether a day has begun nowhere on Earth. The first time zone is UTC+14.
  public static func isFuture(_ day: String) -> Bool { day > Timestamp.iso8601(Timestamp.now() + 14 * 3_600_000) }
}
