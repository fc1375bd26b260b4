import Foundation
import TestSupport
import Testing

@testable import HTTP

struct Base64Tests {
  @Test func `Bytes of any length come back, as others write them`() {
    var random = SeededGenerator(seed: 1)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encode(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decode(text) == bytes)
    }
  }

  @Test(arguments: ["a", "ab", "abc", "a===", "ab=c", "ab c", "ab-_", "한글한글"])
  func `What is no Base64 is none`(text: String) { #expect(Base64.decode(text) == nil) }
}
