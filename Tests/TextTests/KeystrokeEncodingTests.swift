import Testing
import Text

struct KeystrokeEncodingTests {
  private func letters(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    Array(text.utf8).withUnsafeBufferPointer { KeystrokeEncoding.append($0, to: &letters) }
    return letters
  }

  @Test func `syllables are the keys that type them`() {
    #expect(letters("생") == letters("ㅅㅐㅇ"))
    #expect(letters("과") == letters("ㄱㅗㅏ"))
    #expect(letters("닭") == letters("ㄷㅏㄹㄱ"))
    #expect(letters("값") == letters("ㄱㅏㅄ"))
    #expect(letters("간ㅏ") == letters("가나"))
  }

  @Test func `an unfinished syllable is the beginning of the finished word`() {
    for (typed, word) in [("기새", "기생충"), ("기ㅅ", "기생충"), ("긴", "기나"), ("ㄱ", "기생충"), ("고", "과"), ("달", "닭")] {
      #expect(letters(word).starts(with: letters(typed)), "\(typed)")
    }
  }

  @Test func `every syllable is composed again`() {
    for value in 0xAC00...UInt32(0xD7A3) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      #expect(KeystrokeEncoding.text(letters(text)) == text)
    }
  }

  @Test(arguments: ["기생충", "살인의추억", "괜찮아사랑이야", "abc123", "千と千尋", "стаkер", "ㄱㅅㅊ", "가a나", "🎬"])
  func `text is composed again`(text: String) { #expect(KeystrokeEncoding.text(letters(text)) == text) }

  @Test func `no letter of a text is a mark of other terms`() {
    for scalar in ["a", "0", "가", "힣", "ㄱ", "ㅣ", "千", "é", "я", "\u{10FFFF}"] {
      #expect(letters(scalar)[0] >= KeystrokeEncoding.first)
    }
  }
}
