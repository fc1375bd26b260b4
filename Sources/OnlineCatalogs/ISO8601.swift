enum ISO8601 {
  /// To the second; nil if it is no time. Fractions, a space for the `T`, `UTC`, and no zone at all are accepted.
  static func seconds(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
    var zone = String(decoding: bytes[19...].drop { $0 == UInt8(ascii: ".") || $0.isASCIIDigit }, as: UTF8.self)
    if zone.first != "+", zone.first != "-" { zone = "Z" }
    let (day, clock) = (String(decoding: bytes[..<10], as: UTF8.self), String(decoding: bytes[11..<19], as: UTF8.self))
    let time = "\(day)T\(clock)\(zone)"
    return Timestamp.milliseconds(time) == nil ? nil : time
  }
}
