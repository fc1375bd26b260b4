import Platform

/// An IMDb title id, such as `tt0364569`. It identifies a film in all catalogs: two movies with the same IMDb id are one
/// film.
public struct IMDbID: Hashable, Sendable, CustomStringConvertible {
  /// The number after `tt`, at least 1. IMDb's own have at most eight digits.
  public let number: UInt32

  /// Nil if the number cannot be one of IMDb's.
  public init?(number: Int) {
    guard number > 0, let number = UInt32(exactly: number) else { return nil }
    self.number = number
  }

  /// Parses `tt` and seven to ten digits; nil for any other text.
  public init?(_ text: String) {
    var text = text
    let number = text.withUTF8 { utf8 -> Int in
      guard (9...12).contains(utf8.count), utf8[0] == UInt8(ascii: "t"), utf8[1] == UInt8(ascii: "t") else { return 0 }
      var number = 0
      for byte in utf8[2...] {
        guard byte.isASCIIDigit else { return 0 }
        number = number * 10 + Int(byte & 0x0F)
      }
      // Only numbers of fewer than seven digits have zeros before them.
      return utf8.count == 9 || utf8[2] != UInt8(ascii: "0") ? number : 0
    }
    self.init(number: number)
  }

  /// Whether the text is an IMDb title id.
  public static func isID(_ text: String) -> Bool { IMDbID(text) != nil }

  /// The form that IMDb uses: `tt0364569`.
  public var description: String { "tt" + Self.digits(of: number) }

  /// The number in an id of IMDb, of a title or of a person: it has at least seven digits.
  public static func digits(of number: UInt32) -> String { String(number, width: 7) }
}

extension MovieID {
  /// The film's IMDb id, if the second half of this id is one. That needs no catalog: whoever names movies in IMDb's
  /// form, such as `builtin` and `omdb`, names them by IMDb's ids.
  public var film: IMDbID? { IMDbID(native) }
}

extension Movie {
  /// The film's IMDb id, as far as this data says.
  public var film: IMDbID? { id.film ?? imdbId.flatMap { IMDbID($0) } }
}

extension [Movie] {
  /// The places of the movies whose ids do not name a film. It copies no movie, as iterating over them would.
  var withoutFilm: [Int] { indices.filter { self[$0].id.film == nil } }
}

/// A movie's id in a catalog together with the film that it names, such as `tmdb:670` and `tt0364569`.
public struct KnownID: Hashable, Sendable {
  /// An id whose second half is not an IMDb id.
  public var id: MovieID
  /// The film that the id names.
  public var film: IMDbID

  /// - Parameter id: an id whose second half is not an IMDb id, because such an id says itself what it names.
  public init(id: MovieID, film: IMDbID) { (self.id, self.film) = (id, film) }

  /// What a movie's data says about its id; nil if that is nothing new.
  public init?(_ movie: Movie) {
    guard movie.id.film == nil, let film = movie.film else { return nil }
    self.init(id: movie.id, film: film)
  }
}
