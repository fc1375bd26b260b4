/// Lenient access to what services send: a missing member, or one of the wrong type, is nil or empty.
extension JSON {
  /// Plain text on one line without markup and control characters; nil if nothing is left.
  var text: String? { string(upTo: CleanText.maximumLine).flatMap { PlainText.from($0) } }

  var longText: String? { string(upTo: CleanText.maximumSummary).flatMap { PlainText.from($0) } }

  /// Plain text with its own line breaks, without markup and control characters; nil if nothing is left.
  var prose: String? { string(upTo: Self.maximumProse).flatMap { PlainText.from($0, keepsLines: true) } }

  /// Prose that is a part of a row. A page has a hundred of them.
  var summary: String? { string(upTo: CleanText.maximumSummary).flatMap { PlainText.from($0, keepsLines: true) } }

  private static let maximumProse = 128 << 10

  func string(upTo maximum: Int) -> String? { string.map { CleanText.prefix(of: $0, upTo: maximum) } }

  /// A whole number, which may be written as a string.
  var wholeNumber: Int? { int ?? text.flatMap { Int($0) } }

  var decimal: Double? {
    if let double { return double }
    guard let value = text.flatMap({ Double($0) }), value.isFinite else { return nil }
    return value
  }

  /// A number of things, such as votes; nil for numbers that cannot be true.
  var count: Int? { wholeNumber.flatMap { FilmValue.counts.contains($0) ? $0 : nil } }

  /// A film's running time in minutes; nil for numbers that cannot be true.
  var minutes: Int? { wholeNumber.flatMap { FilmValue.minutes.contains($0) ? $0 : nil } }

  /// A language's code, as ISO 639-1 or the service defines it. `xx` means that a film has no language.
  var languageCode: String? {
    text.flatMap { code in
      (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { $0.isASCIILowercase } && code != "xx" ? code : nil
    }
  }

  var day: String? { text.flatMap { CalendarDay.isDay($0) ? $0 : nil } }

  var countryCode: String? {
    text.flatMap { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0.isASCIIUppercase } ? $0 : nil }
  }

  /// An amount of US dollars; nil for zero, which means unknown, and for numbers that cannot be true.
  var money: Int? { wholeNumber.flatMap { FilmValue.money.contains($0) ? $0 : nil } }

  /// An id or an account's name at another site, which clients put into a URL.
  var accountName: String? {
    text.flatMap { name in
      name.utf8.count <= 100 && name.utf8.allSatisfy { $0.isBase64URL || $0 == UInt8(ascii: ".") } ? name : nil
    }
  }

  /// The elements of an array, no more than any service has; empty for any other value.
  var elements: [JSON] { Array((array ?? []).prefix(5_000)) }

  var webAddress: String? {
    guard let string, string.utf8.count <= CleanText.maximumLine, let url = CleanText.line(string) else { return nil }
    return WebAddress(url) == nil ? nil : url
  }
}

/// The values that a film can have. Whatever a service sends beyond them is bad data.
enum FilmValue {
  static let counts = 0...1_000_000_000
  static let minutes = 1...100_000
  static let money = 1...1_000_000_000_000

  /// The year of a day in the format of `Movie.releaseDate`; nil if no film was released then.
  static func year(of day: String) -> Int? {
    Int(day.prefix(4)).flatMap { CalendarDay.isDay(day) && Movie.years.contains($0) ? $0 : nil }
  }
}
