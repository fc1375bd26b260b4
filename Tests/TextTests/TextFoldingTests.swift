import Foundation
import TestSupport
import Testing
import Text

struct TextFoldingTests {
  @Test(arguments: [
    ("", ""),
    ("Parasite", "parasite"),
    ("THE  GODFATHER\tPart II", "the godfather part ii"),
    ("  2001: A Space Odyssey  ", "2001 a space odyssey"),
    // Punctuation and symbols separate words; an apostrophe is dropped; an ampersand becomes a word.
    ("Spider-Man", "spider man"),
    ("WALL·E", "wall e"),
    ("M*A*S*H", "m a s h"),
    ("Fool's Gold", "fools gold"),
    ("Schindler’s List", "schindlers list"),
    ("Ocean`s Eleven´", "oceans eleven"),
    ("Fast & Furious", "fast and furious"),
    ("Me&You", "me and you"),
    ("Mr. & Mrs. Smith", "mr and mrs smith"),
    ("(500) Days of Summer", "500 days of summer"),
    ("¡Three Amigos!", "three amigos"),
    ("Face/Off…", "face off"),
    ("a\u{0}b", "a b"),
    ("soft\u{AD}hyphen zero\u{200B}width", "softhyphen zerowidth"),
    // Punctuation alone folds to nothing.
    ("…!?—", ""), ("'", ""), ("\u{301}", ""), ("🎬🎥", ""), ("\u{0}\n\r", ""),
  ])
  func `folded text consists of words of letters and digits, separated by single spaces`(text: String, folded: String) {
    #expect(TextFolding.fold(text) == folded)
  }

  @Test(arguments: [
    ("Amélie", "amelie"),
    ("ÀÉÎÕÜ àéîõü", "aeiou aeiou"),
    ("Søren Łódź Đorđe", "soren lodz dorde"),
    ("Győző Škvorecký Žižka", "gyozo skvorecky zizka"),
    ("İstanbul ılık", "istanbul ilik"),
    ("Trần Anh Hùng", "tran anh hung"),
    ("Mùi đu đủ xanh", "mui du du xanh"),
    ("Những đứa trẻ, ngọn ướp", "nhung dua tre ngon uop"),
    ("thương nhớ ở ai ƠƯ", "thuong nho o ai ou"),
    ("săptămâni și țară Ș Ț", "saptamani si tara s t"),
    ("nǚ hǎo Ǧ", "nu hao g"),
    ("Straße STRAẞE", "strasse strasse"),
    ("Cœur ŒUVRE Ægir ĳs", "coeur oeuvre aegir ijs"),
    ("ﬁnal oﬃce ﬂow", "final office flow"),
    ("\u{212B}ngstr\u{F6}m \u{212A}elvin", "angstrom kelvin"),
    ("e\u{301} o\u{302}\u{323}", "e o"),
  ])
  func `Latin letters lose their diacritics, and ligatures are separated`(text: String, folded: String) {
    #expect(TextFolding.fold(text) == folded)
  }

  @Test(arguments: [
    ("ＷＡＬＬ·Ｅ １２", "wall e 12"),
    ("Ａ＆Ｂ", "a and b"),
    ("Ｆｏｏｌ＇ｓ", "fools"),
    ("기생충", "기생충"),
    ("센과　치히로", "센과 치히로"),
    ("千と千尋の神隠し", "千と千尋の神隠し"),
    ("となりのトトロ、ゴジラ！", "となりのトトロ ゴジラ"),
    ("ポニョ「崖の上の」", "ポニョ 崖の上の"),
    ("ΚΥΝΟΔΟΝΤΑΣ", "κυνοδοντασ"),
    ("Κυνόδοντας", "κυνοδοντασ"),
    ("ΪΫΆΈΉΊΌΎΏ", "ιυαεηιουω"),
    ("БРАТ Идиот", "брат идиот"),
    ("Чёрный ЕЖ", "черныи еж"),
    ("Ցեղ ՑԵՂ", "ցեղ ցեղ"),
    ("गांधी", "गाधी"),
  ])
  func `width and case do not matter in any script`(text: String, folded: String) {
    #expect(TextFolding.fold(text) == folded)
  }

  @Test(arguments: [
    "기생충", "올드보이", "괴물", "닭", "살인의 추억", "값", "가각갂", "Bong 봉준호 감독", "힣",
    "ゴジラ", "パプリカ", "がぎぐげご", "ヴィヨンの妻", "ぱぴぷ ゔ",
    "Амели й ё ї ў", "Κυνόδοντας ΐ ΰ", "Những đứa trẻ ướp", "și țară", "Ångström ḍ̇",
  ])
  func `composed and decomposed text fold to the same`(text: String) {
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(decomposed.unicodeScalars.count > text.unicodeScalars.count || text.contains("đ"))
    #expect(TextFolding.fold(decomposed) == TextFolding.fold(text))
  }

  @Test func `every Latin letter with a decomposition folds to its base letter`() {
    for value in Array(0xC0...0x24F) + Array(0x1E00...0x1EFF) as [UInt32] {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping
      guard let base = decomposed.unicodeScalars.first, base.isASCII, decomposed.unicodeScalars.count > 1 else {
        continue
      }
      #expect(TextFolding.fold(String(scalar)) == String(base).lowercased(), "U+\(String(value, radix: 16))")
    }
  }

  @Test func `Jamo that form no syllable are not changed`() {
    #expect(TextFolding.fold("\u{1161}\u{1161}") == "\u{1161}\u{1161}")
    #expect(TextFolding.fold("\u{1100} \u{1161}") == "\u{1100} \u{1161}")
    // A syllable has at most one final consonant.
    #expect(TextFolding.fold("가\u{11A8}\u{11A8}") == "각\u{11A8}")
  }

  /// Clients may send folded text back, so folding again must change nothing.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `folding is idempotent and leaves only single spaces`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // The scripts of movie titles are at the beginnings of the planes.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x24F, 0x250...0x5FF, 0x600...0x1FFF, 0x2000...0x33FF, 0x1100...0x11FF, 0x3400...0xD7FF,
      0xAC00...0xD7A3, 0x3040...0x30FF, 0xE000...0xFFFF, 0x10000...0x1FFFF, 0x20000...0x10FFFF,
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let range = ranges[Int.random(in: ranges.indices, using: &random)]
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.unicodeScalars.append(scalar) }
      }
      let folded = TextFolding.fold(text)
      #expect(TextFolding.fold(folded) == folded, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
      #expect(!folded.hasPrefix(" ") && !folded.hasSuffix(" ") && !folded.contains("  "))
      #expect(!folded.utf8.contains { (0x41...0x5A).contains($0) })
    }
  }
}
