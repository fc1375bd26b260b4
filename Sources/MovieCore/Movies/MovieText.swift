import Platform

/// A movie as JSON text that is sent as it is stored: reading and writing it again would cost twenty times as much.
public struct MovieText: Hashable, Sendable {
  /// The movie's id, as the text has it.
  public let id: MovieID
  /// An object with the members of `Movie`, in their order, that fits on one line.
  public let json: String
  /// The URL of the poster.
  public let posterUrl: String?
  /// The URL of the wide image.
  public let backdropUrl: String?

  /// The text of a movie.
  public init(_ movie: Movie) {
    id = movie.id
    json = movie.jsonText
    posterUrl = movie.posterUrl
    backdropUrl = movie.backdropUrl
  }

  /// Checks a stored text in one pass, without reading it: the members of `Movie` in their order, with values of their
  /// types, no others, no white space between them, and nothing that `CleanText` would change.
  ///
  /// Nil if the text has another form, because another program wrote it, or with another id. It may be a movie all the
  /// same.
  public init?(json: String, id: MovieID) {
    guard json.utf8.count <= Self.maximumBytes else { return nil }
    var json = json
    let urls = json.withUTF8 { utf8 -> (poster: String?, backdrop: String?)? in
      var scanner = MovieTextScanner(utf8, id: id)
      Movie.fields(&scanner)
      return scanner.isAtEnd ? (scanner.posterUrl, scanner.backdropUrl) : nil
    }
    guard let urls else { return nil }
    (self.id, self.json) = (id, json)
    (posterUrl, backdropUrl) = urls
  }

  /// Longer texts are read, so that their parts are cut. No service has a movie of this size.
  private static let maximumBytes = 32 << 10

  /// The movie, which is read from the text.
  public var movie: Movie { Movie(storedText: json, id: id) }
}

extension Movie {
  /// Reads a stored text; if it is damaged, the movie has the id alone.
  public init(storedText text: String, id: MovieID) {
    let json = try? JSON.parse(text)
    self = json.flatMap { try? Movie(json: $0, path: "movie") } ?? Movie(id: id, title: id.native)
  }
}

/// Goes through the members of a movie's JSON text in the order in which `Movie` declares them.
private struct MovieTextScanner: MovieVisitor {
  private let text: UnsafeBufferPointer<UInt8>
  private let id: MovieID
  private var position = 0
  private var hasFailed = false
  private(set) var posterUrl: String?
  private(set) var backdropUrl: String?

  init(_ text: UnsafeBufferPointer<UInt8>, id: MovieID) { (self.text, self.id) = (text, id) }

  /// Whether all of the text has been visited, up to its closing brace.
  var isAtEnd: Bool { !hasFailed && position == text.count - 1 && text[position] == UInt8(ascii: "}") }

  @inline(__always)
  mutating func required<Value>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Movie, Value>
  ) {
    guard skipName(name) else { return fail() }
    if Value.self == String.self {
      // The title, which is not empty.
      if skipString().map(\.isEmpty) ?? true { fail() }
    } else if Value.self == MovieID.self {
      var description = id.description
      let isEqual = skipString().map { read in description.withUTF8 { read.elementsEqual($0) } }
      if isEqual != true { fail() }
    } else if Value.self == [String].self {
      skipStrings()
    } else {
      fail()
    }
  }

  @inline(__always)
  mutating func optional<Value>(
    _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
    stored path: WritableKeyPath<Movie, Value?>
  ) {
    guard skipName(name) else { return }
    if Value.self == String.self {
      guard let read = skipString(hasLines: Self.isEqual(name, "overview")) else { return fail() }
      if Self.isEqual(name, "posterUrl") { posterUrl = url(read) }
      if Self.isEqual(name, "backdropUrl") { backdropUrl = url(read) }
      if Self.isEqual(name, "link"), !WebAddress.isValid(read) { fail() }
      if Self.isEqual(name, "releaseDate"), CalendarDay.parts(of: read) == nil { fail() }
    } else if Value.self == Int.self {
      let number = skipDigits() ?? -1
      if number < 0 || Self.isEqual(name, "year") && !Movie.years.contains(number) { fail() }
    } else if Value.self == Double.self {
      skipRating()
    } else if Value.self == Bool.self {
      skip("true")
    } else {
      fail()
    }
  }

  // MARK: Parts

  private mutating func fail() { hasFailed = true }

  private static func isEqual(_ name: StaticString, _ other: StaticString) -> Bool {
    name.utf8CodeUnitCount == other.utf8CodeUnitCount
      && memcmp(name.utf8Start, other.utf8Start, name.utf8CodeUnitCount) == 0
  }

  /// The byte at the position plus an offset; 0 after the end.
  @inline(__always)
  private func byte(_ offset: Int = 0) -> UInt8 { position + offset < text.count ? text[position + offset] : 0 }

  private mutating func skip(_ token: StaticString) {
    let count = token.utf8CodeUnitCount
    guard position + count <= text.count, let start = text.baseAddress,
      memcmp(start + position, token.utf8Start, count) == 0
    else { return fail() }
    position += count
  }

  /// Skips the name of a member with the brace or comma before it. Returns whether the member is there.
  private mutating func skipName(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard !hasFailed, position + count + 4 <= text.count, let start = text.baseAddress,
      byte() == (position == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")), byte(1) == UInt8(ascii: "\""),
      byte(2) == name.utf8Start[0],
      memcmp(start + position + 2, name.utf8Start, count) == 0,
      byte(count + 2) == UInt8(ascii: "\""), byte(count + 3) == UInt8(ascii: ":")
    else { return false }
    position += count + 4
    return true
  }

  /// Skips a string, perhaps one with line breaks. Returns its contents with their escapes; nil if there is no string,
  /// or one with characters that `CleanText` removes.
  private mutating func skipString(hasLines: Bool = false) -> UnsafeBufferPointer<UInt8>? {
    guard byte() == UInt8(ascii: "\"") else { return nil }
    var index = position + 1
    var isClean = true
    while index < text.count {
      let byte = text[index]
      // The fast path: only the others end the string or need a look.
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        let read = UnsafeBufferPointer(rebasing: text[position + 1..<index])
        position = index + 1
        return Self.isClean(read, isClean, hasLines: hasLines) ? read : nil
      case UInt8(ascii: "\\"):
        // The other escapes stand for control characters, or for what `JSONWriter` does not escape.
        guard index + 1 < text.count, (hasLines ? #"\"nt"# : #"\""#).utf8.contains(text[index + 1]) else { return nil }
        index += 2
        continue
      case 0..<0x20: return nil
      // These may be in what `CleanText` changes, as it says itself.
      case 0x20 where text[index - 1] == 0x20, 0x7F, 0xC2, 0xE1...0xE3, 0xEF: isClean = false
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether `CleanText` would leave a string's contents as they are.
  ///
  /// - Parameter isCertain: whether none of its characters is in doubt.
  private static func isClean(_ read: UnsafeBufferPointer<UInt8>, _ isCertain: Bool, hasLines: Bool) -> Bool {
    let maximum = hasLines ? CleanText.maximumSummary : CleanText.maximumLine
    let isClean = isCertain ? read.first != 0x20 && read.last != 0x20 : CleanText.isClean(read)
    if isClean, read.count <= maximum { return true }
    let text = String(decoding: read, as: UTF8.self)
    return (hasLines ? CleanText.lines(text) : CleanText.line(text)) == text
  }

  private mutating func skipStrings() {
    guard byte() == UInt8(ascii: "[") else { return fail() }
    position += 1
    if byte() == UInt8(ascii: "]") { return skip("]") }
    while skipString()?.isEmpty == false {
      guard byte() == UInt8(ascii: ",") else { return skip("]") }
      position += 1
    }
    fail()
  }

  private mutating func skipDigits() -> Int? {
    let start = position
    var number = 0
    while byte().isASCIIDigit, position - start < 15 {
      number = number * 10 + Int(byte() - UInt8(ascii: "0"))
      position += 1
    }
    let hasLeadingZero = position - start > 1 && text[start] == UInt8(ascii: "0")
    return position > start && !hasLeadingZero && !byte().isASCIIDigit ? number : nil
  }

  /// Skips a number of 0 to 10.
  private mutating func skipRating() {
    guard let whole = skipDigits() else { return fail() }
    guard byte() == UInt8(ascii: ".") else {
      if whole > 10 { fail() }
      return
    }
    position += 1
    let start = position
    while byte().isASCIIDigit { position += 1 }
    if whole > 9 || position == start { fail() }
  }

  /// A URL that a client may open, which has no escapes.
  private mutating func url(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if !WebAddress.isValid(text) { fail() }
    return String(decoding: text, as: UTF8.self)
  }
}
