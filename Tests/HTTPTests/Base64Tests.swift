import Foundation
import Platform
import TestSupport
import Testing

struct Base64Tests {
  @Test func `bytes of any length round-trip, and match Foundation's encoding`() {
    var random = SeededGenerator(seed: 1)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encode(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decode(text) == bytes)
    }
  }

  @Test(arguments: ["a", "ab", "abc", "a===", "ab=c", "ab c", "ab-_", "한글한글"])
  func `invalid Base64 is rejected`(text: String) { #expect(Base64.decode(text) == nil) }
}
