import MovieCore
import Testing

struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (1, "1970-01-01T00:00:00.001Z"),
    (999, "1970-01-01T00:00:00.999Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (-1_000, "1969-12-31T23:59:59.000Z"),
    (-86_400_000, "1969-12-31T00:00:00.000Z"),
    (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_800_000, "2000-03-01T00:00:00.000Z"),
    (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
    (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
    (1_740_787_200_000, "2025-03-01T00:00:00.000Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    // More seconds than 32 bits can hold.
    (2_147_483_648_000, "2038-01-19T03:14:08.000Z"),
    (1_795_218_582_123, "2026-11-20T23:49:42.123Z"),
  ])
  func `times are formatted in UTC with milliseconds`(milliseconds: Int, text: String) {
    #expect(Timestamp.iso8601(milliseconds) == text)
  }

  @Test func `later times are later in text order`() {
    let texts = stride(from: 0, to: 2_000_000_000_000, by: 86_399_999_983).map(Timestamp.iso8601)
    #expect(texts == texts.sorted())
  }
}
