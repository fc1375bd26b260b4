import Testing

@testable import MovieCore

struct ReviewTests {
  private func preview(_ content: String) -> Review.Preview {
    Review(id: "1", author: "A", content: content).preview
  }

  @Test func `a short review is its own preview, on one line`() {
    let preview = preview("  Good.\r\n\r\nReally\tgood. ")
    #expect(preview.text == "Good. Really good.")
    #expect(!preview.isTruncated)
  }

  @Test(arguments: [299, 300, 301])
  func `a preview has at most 300 characters, however many bytes they have`(count: Int) {
    let preview = preview(String(repeating: "👩‍👩‍👧‍👦", count: count))
    #expect(preview.text.count == min(count, 300))
    #expect(preview.isTruncated == (count > 300))
  }

  @Test func `a preview is cut at a word boundary`() {
    let words = Array(repeating: "seven77", count: 100).joined(separator: " ")
    let preview = preview(words)
    #expect(preview.text == Array(repeating: "seven77", count: 37).joined(separator: " "))
    #expect(preview.isTruncated)
  }

  @Test func `a word that ends at the limit is kept`() {
    let preview = preview(String(repeating: "a", count: 300) + " b")
    #expect(preview.text.count == 300)
    #expect(preview.isTruncated)
  }

  @Test func `text without spaces is cut at the limit`() {
    let preview = preview("영화 " + String(repeating: "가", count: 500))
    #expect(preview.text.count == 300)
    #expect(preview.isTruncated)
  }
}
