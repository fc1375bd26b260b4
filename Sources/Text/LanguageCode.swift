extension String {
  /// The language of a BCP 47 tag (`ko-KR`) or a locale (`ko_KR.UTF-8`): `ko`.
  public var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
