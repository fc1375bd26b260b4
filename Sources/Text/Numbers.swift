/// The articles that people leave out of a title or put at its end.
public enum Articles {
  private static let all = ["a", "an", "the"].map { Array($0.utf8) }

  public static func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool { all.contains { word.elementsEqual($0) } }
}

/// Numbers from 1 to 10, which titles write as digits, Roman numerals or words.
public enum Numbers {
  /// The forms of each number; the first has digits.
  private static let forms: [[[UInt8]]] = [
    ["1", "i", "one"], ["2", "ii", "two"], ["3", "iii", "three"], ["4", "iv", "four"], ["5", "v", "five"],
    ["6", "vi", "six"], ["7", "vii", "seven"], ["8", "viii", "eight"], ["9", "ix", "nine"], ["10", "x", "ten"],
  ].map { $0.map { Array($0.utf8) } }

  private static let numbers: [(head: UInt64, number: Int)] = forms.enumerated().flatMap { index, forms in
    forms.map { form in (form.withUnsafeBufferPointer { WordTable.head($0, 0) }, index + 1) }
  }

  /// The number that a word means; nil if it is another word.
  public static func number(of word: UnsafeBufferPointer<UInt8>) -> Int? {
    // No form is longer. The first letters of all forms are in 1–9, e–x.
    guard word.count <= 5, let first = word.first, first < 0x80 else { return nil }
    let head = WordTable.head(word, 0)
    for entry in numbers where entry.head == head { return entry.number }
    return nil
  }

  public static func forms(of number: Int) -> [[UInt8]] { forms[number - 1] }

  public static func digits(of number: Int) -> [UInt8] { forms[number - 1][0] }
}
