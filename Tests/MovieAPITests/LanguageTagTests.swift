import Testing

@testable import MovieAPI

struct LanguageTagTests {
  @Test(
    arguments: [
      ("ko", "ko"), ("ko-KR", "ko-KR"), ("ko_KR.UTF-8", "ko-KR"), ("ko_KR.eucKR", "ko-KR"), ("KO-kr", "ko-KR"),
      ("en_US", "en-US"), ("de_DE@euro", "de-DE"), ("de_DE.UTF-8@euro", "de-DE"), ("fil", "fil"), ("pt-BR", "pt-BR"),
      // A script stands between language and region.
      ("zh-Hant-TW", "zh-TW"), ("sr_Latn_RS", "sr-RS"), ("zh-Hans", "zh"),
      ("en-", "en"), ("en__US", "en-US"),
      // A region of three digits is not one that catalogs know.
      ("es-419", "es"),
      ("C", nil), ("POSIX", nil), ("C.UTF-8", nil), ("", nil), (".UTF-8", nil), ("english", nil), ("-", nil),
      ("한국어", nil),
      ("ko한", nil), ("é", nil), ("12", nil), ("k1", nil),
    ] as [(String, String?)])
  func `A locale names a language and a region`(locale: String, tag: String?) {
    #expect(LanguageTag.tag(ofLocale: locale) == tag)
  }
}
