import Testing

@testable import MovieCore

struct SettingsTests {
  @Test(
    arguments: [
      (nil, nil, nil), ("ko-KR", nil, "ko-KR"), (nil, "ko", "ko"), ("ko-KR", "en-US", "en-US"),
      ("ko-KR", "ko", "ko-KR"),
      ("en-US", "ko", "ko-u-rg-uszzzz"), ("en", "ko", "ko"),
    ] as [(String?, String?, String?)])
  func `a language without a region keeps the user's country`(_ own: String?, _ requested: String?, _ tag: String?) {
    var settings = SessionSettings(catalog: "any")
    settings.language = own
    #expect(settings.language(for: requested) == tag)
  }
}
