/// A position in a message where the value differs from the transcript.
public struct Mismatch: Equatable, Sendable {
  /// Such as `result.items[0].title`; empty for the whole message.
  public var path: String
  public var expected: String?
  public var received: String?

  /// Returns indented lines for a person: each mismatch, and then both messages.
  static func report(_ mismatches: [Mismatch], expected: String, received: String) -> String {
    var text = ""
    for mismatch in mismatches where !mismatch.path.isEmpty {
      // Two spellings of the same character differ only in their escapes.
      let looksEqual = mismatch.expected == mismatch.received
      let values = [mismatch.expected, mismatch.received].map { looksEqual ? $0.map(escaped) : $0 }
      text += """
          at \(mismatch.path)
            expected: \(shortened(values[0], to: 400))
            received: \(shortened(values[1], to: 400))

        """
    }
    return text + "  expected: \(shortened(expected, to: 2_000))\n  received: \(shortened(received, to: 2_000))"
  }

  private static func escaped(_ json: String) -> String {
    json.unicodeScalars.map { $0.isASCII ? String($0) : $0.jsonEscape }.joined()
  }

  private static func shortened(_ text: String?, to limit: Int) -> String {
    guard let text else { return "nothing" }
    return text.count > limit ? text.prefix(limit) + " …" : text
  }
}
