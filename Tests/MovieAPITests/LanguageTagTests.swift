import Testing

@testable import MovieAPI

struct LanguageTagTests {
  @Test(
    arguments: [
      ("ko", "ko"), ("ko-KR", "ko-KR"), ("ko_KR.UTF-8", "ko-KR"), ("ko_KR.eucKR", "ko-KR"), ("KO-kr", "ko-KR"),
      ("en_US", "en-US"), ("de_DE@euro", "de-DE"), ("de_DE.UTF-8@euro", "de-DE"), ("fil", "fil"), ("pt-BR", "pt-BR"),
      // A script comes between language and region.
      ("zh-Hant-TW", "zh-TW"), ("sr_Latn_RS", "sr-RS"), ("zh-Hans", "zh"),
      ("en-", "en"), ("en__US", "en-US"),
      // Catalogs do not know regions of three digits.
      ("es-419", "es"),
      ("C", nil), ("POSIX", nil), ("C.UTF-8", nil), ("", nil), (".UTF-8", nil), ("english", nil), ("-", nil),
      ("한국어", nil),
      ("ko한", nil), ("é", nil), ("12", nil), ("k1", nil),
    ] as [(String, String?)])
  func `a locale name yields a language tag`(locale: String, tag: String?) {
    #expect(LanguageTag.tag(ofLocale: locale) == tag)
  }
}
