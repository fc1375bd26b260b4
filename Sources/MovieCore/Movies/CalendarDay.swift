import Platform

/// Checks calendar days in the format of `Movie.releaseDate`.
public enum CalendarDay {
  /// Whether the text is an existing day, `YYYY-MM-DD`. The 31st of February is not one.
  public static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { $0.isASCIIDigit } }),
      let year = Int(parts[0]), year > 0, let month = Int(parts[1]), (1...12).contains(month), let day = Int(parts[2])
    else { return false }
    return (1...length(of: month, in: year)).contains(day)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
