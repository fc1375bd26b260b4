import Platform

extension Timestamp {
  /// Reads a time of ISO 8601 with its zone, such as `2024-03-01T20:10:00.5+09:00`; nil for any other text.
  public static func milliseconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CalendarDay.parts(of: bytes[..<10]),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let clock = numbers(bytes[11..<19], maxima: [23, 59, 60])
    else { return nil }
    var rest = bytes[19...]
    var milliseconds = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
      milliseconds = (0..<3).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[digits.startIndex + $1] & 15) : 0) }
      rest = rest.dropFirst(1 + digits.count)
    }
    var offset = 0
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      guard let zone = numbers(rest.dropFirst(), maxima: [23, 59]) else { return nil }
      offset = (zone[0] * 60 + zone[1]) * (sign == UInt8(ascii: "-") ? -60 : 60)
    } else if !rest.elementsEqual("Z".utf8) {
      return nil
    }
    let seconds = secondsSince1970(
      year: date.year, month: date.month, day: date.day, hour: clock[0], minute: clock[1], second: clock[2])
    return (seconds - offset) * 1_000 + milliseconds
  }

  /// Numbers of two digits, separated by colons and within their maxima; nil for any other text.
  private static func numbers(_ text: ArraySlice<UInt8>, maxima: [Int]) -> [Int]? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
    let numbers = parts.map { part in part.reduce(0) { $0 * 10 + Int($1 & 15) } }
    return numbers.count == maxima.count && zip(numbers, maxima).allSatisfy(<=) ? numbers : nil
  }

  /// The day of a time in the time zone of the process, `YYYY-MM-DD`.
  public static func localDay(_ milliseconds: Int) -> String {
    var time = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&time, &parts)
    return String(iso8601(Int(timegm(&parts)) * 1_000).prefix(10))
  }
}
