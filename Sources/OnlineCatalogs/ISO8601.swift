enum ISO8601 {
  /// To the second; nil if it is no time. Fractions, a space for the `T`, `UTC`, and no zone at all are accepted.
  static func seconds(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
    let day = String(decoding: bytes[..<10], as: UTF8.self)
    let time = String(decoding: bytes[11..<19], as: UTF8.self)
    guard CalendarDay.isDay(day), isTime(time, maxima: [23, 59, 60]) else { return nil }
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || $0.isASCIIDigit }
    let sign = zone.first == UInt8(ascii: "+") ? "+" : zone.first == UInt8(ascii: "-") ? "-" : nil
    guard let sign else { return "\(day)T\(time)Z" }
    let offset = String(decoding: zone.dropFirst(), as: UTF8.self)
    return isTime(offset, maxima: [23, 59]) ? "\(day)T\(time)\(sign)\(offset)" : nil
  }

  /// Whether the text is as many numbers of two digits, separated by colons and within their maxima.
  private static func isTime(_ text: String, maxima: [Int]) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == maxima.count
      && zip(parts, maxima).allSatisfy { part, maximum in
        part.count == 2 && part.allSatisfy { $0.isASCIIDigit }
          && Int(String(Substring(part))).map { $0 <= maximum } == true
      }
  }
}
