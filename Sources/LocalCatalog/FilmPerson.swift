import MovieCore

/// A director or an actor of the built-in films.
struct FilmPerson: Sendable {
  /// As the table of films has it.
  let name: TableText
  /// In Hangul; nil if it is not known for sure.
  var koreanName: TableText?

  init(name: TableText) { self.name = name }

  /// The name in a language; in English if there is no other.
  func name(language: String?) -> String {
    (Language.isKorean(language) ? koreanName : nil)?.string ?? name.string
  }

  var id: PersonID { Self.id(of: name) }

  /// The id of the person with a name: the folded name with hyphens, such as `builtin:bong-joon-ho`.
  static func id(of name: TableText) -> PersonID {
    let native = TextFolding.fold(name.utf8).map { $0 == 0x20 ? UInt8(ascii: "-") : $0 }
    return PersonID(catalog: BuiltinCatalog.name, native: String(decoding: native, as: UTF8.self))
  }
}
