import HTTP
import Testing

@testable import OnlineCatalogs

struct TMDBLanguageTests {
  @Test(
    arguments: [
      (nil, "en-US", nil), ("ko", "ko", nil), ("ko-KR", "ko-KR", "KR"), ("KO-kr", "ko-KR", "KR"), ("en", "en-US", nil),
      ("en-GB", "en-GB", "GB"), ("zh-Hant-TW", "zh-TW", "TW"), ("pt_BR", "pt-BR", "BR"), ("es-419", "es", nil),
      ("fil-PH", "en-US", "PH"), ("한국어", "en-US", nil), ("", "en-US", nil), ("-KR", "en-US", nil),
      ("../..", "en-US", nil), ("ko-u-rg-uszzzz", "ko", "US"), ("fil-u-rg-phzzzz", "en-US", "PH"),
      ("en-GB-u-rg-krzzzz", "en-GB", "KR"), ("ko-u-rg-x", "ko", nil),
    ] as [(String?, String, String?)])
  func `a tag has the language and country that TMDB supports`(_ tag: String?, _ expected: String, _ country: String?) {
    let language = TMDBLanguage(tag)
    #expect(language.tag == expected)
    #expect(language.country == country)
    #expect(language.isFallback == (expected == "en-US"))
  }

  @Test
  func `the region is requested if the country is known, in English too`() {
    let korean = TMDBLanguage("ko-KR")
    #expect(korean.query(withRegion: true) == [.init("language", "ko-KR"), .init("region", "KR")])
    #expect(korean.query(withRegion: true, inEnglish: true) == [.init("language", "en-US"), .init("region", "KR")])
    #expect(korean.query(withRegion: false) == [.init("language", "ko-KR")])
    #expect(TMDBLanguage("ko").query(withRegion: true) == [.init("language", "ko")])
  }
}
