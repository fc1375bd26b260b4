import Platform

/// Times as the library keeps them: milliseconds since 1970 in UTC.
public enum Timestamp {
  /// The system's clock, which may be set back. So the order of changes is given by revisions, never by time.
  public static func now() -> Int {
    let time = Platform.time(of: CLOCK_REALTIME)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The years that ISO 8601 can write, 0 to 9999, with a day less at both ends.
  private static let range = -62_167_132_800_000...253_402_214_400_000

  /// ISO 8601 in UTC: `2026-11-20T23:49:42.123Z`. A time outside of the years 0 to 9999 becomes the nearest in it.
  public static func iso8601(_ unclamped: Int) -> String {
    let milliseconds = min(max(unclamped, range.lowerBound), range.upperBound)
    var time = time_t(floor(Double(milliseconds) / 1_000))
    var parts = tm()
    gmtime_r(&time, &parts)
    return String(unsafeUninitializedCapacity: 24) { text in
      var position = 0
      func add(_ number: Int32, _ width: Int, _ end: Unicode.Scalar) {
        var rest = number
        for index in (position..<position + width).reversed() {
          text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[position + width] = UInt8(ascii: end)
        position += width + 1
      }
      add(parts.tm_year + 1900, 4, "-")
      add(parts.tm_mon + 1, 2, "-")
      add(parts.tm_mday, 2, "T")
      add(parts.tm_hour, 2, ":")
      add(parts.tm_min, 2, ":")
      add(parts.tm_sec, 2, ".")
      add(Int32(milliseconds - time * 1_000), 3, "Z")
      return position
    }
  }
}
