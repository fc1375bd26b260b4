/// A director or an actor of the built-in films.
public struct FilmPerson: Sendable {
  enum Column: Int, CaseIterable { case id, name, koreanName }

  let table: FilmTable
  public let rank: Int

  func utf8(_ column: Column) -> UnsafeBufferPointer<UInt8> { table.text(column, ofPerson: rank) }

  /// The folded name with hyphens, such as `bong-joon-ho`.
  public var id: String { String(decoding: utf8(.id), as: UTF8.self) }

  /// In Latin letters.
  public var name: String { String(decoding: utf8(.name), as: UTF8.self) }

  /// In Hangul; nil if it is not known for sure.
  public var koreanName: String? {
    let utf8 = utf8(.koreanName)
    return utf8.isEmpty ? nil : String(decoding: utf8, as: UTF8.self)
  }

  /// The name in a language; in Latin letters if there is no other.
  public func name(language: String?) -> String { (Language.isKorean(language) ? koreanName : nil) ?? name }

  /// The films, the most popular first.
  public var films: [Film] { table.search.films(ofPerson: rank).map(table.film) }
}
