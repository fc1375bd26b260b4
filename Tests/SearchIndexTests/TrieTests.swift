import SectionImage
import TestSupport
import Testing

@testable import SearchIndex

struct TrieTests {
  @Test(arguments: 1...UInt64(4))
  func `corrections are the words that a scan finds near`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func word(_ length: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: length, using: &generator)).map { _ in UInt8.random(in: 0x61...0x64, using: &generator) }
    }
    var words: Set<[UInt8]> = [[1, 0x61, 0x62], [2, 0x61], [3, 0x62, 0x63]]
    for _ in 0..<120 { words.insert(word(1...8)) }
    let (index, sorted) = try index(words)
    for _ in 0..<25 {
      let text = word(1...9)
      for (edits, isPrefix) in [(1, false), (1, true), (2, false), (2, true)] {
        var found: Set<[[UInt8]]> = []
        var count = 0
        text.withUnsafeBufferPointer { text in
          index.trie.corrections(of: text, maximumEdits: edits, isPrefix: isPrefix) { correction in
            found.insert([[UInt8(correction.edits)]] + correction.words.map { sorted[$0] })
            count += 1
          }
        }
        let expected = NaiveTerms.near(text, in: words, edits, isPrefix).map { near in
          [[UInt8(near.edits)]] + near.words.sorted { $0.lexicographicallyPrecedes($1) }
        }
        #expect(found == Set(expected))
        #expect(count == expected.count)
      }
    }
  }

  @Test func `a longer word than any is not corrected`() throws {
    let (index, _) = try index([[UInt8](repeating: 0x61, count: 255)])
    let text = [UInt8](repeating: 0x61, count: 254)
    text.withUnsafeBufferPointer { text in
      index.trie.corrections(of: text, maximumEdits: 1, isPrefix: false) { _ in Issue.record("it was corrected") }
    }
  }

  private func index(_ words: Set<[UInt8]>) throws -> (index: TermIndex, sorted: [[UInt8]]) {
    var builder = TermIndexBuilder()
    for word in words {
      word.withUnsafeBufferPointer { builder.addWord($0) }
      builder.endDocument()
    }
    var writer = SectionWriter()
    builder.finish(to: &writer, as: .titles)
    return (try TermIndex(writer.image(), .titles), words.sorted { $0.lexicographicallyPrecedes($1) })
  }
}
