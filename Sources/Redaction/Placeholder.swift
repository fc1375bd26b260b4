import JSON

/// The strings of a transcript that stand for other values: `"…"` for any, `"…name"` for one that has a name.
public enum Placeholder {
  /// Matches any value.
  public static let wildcard = JSON.string(mark)

  static let mark = "…"

  /// Returns `requestToken` for `…requestToken`, and nil for a string that is not a named placeholder.
  public static func name(in text: String) -> String? {
    guard text.unicodeScalars.first == "…" else { return nil }
    let name = text.unicodeScalars.dropFirst()
    return !name.isEmpty && name.allSatisfy(isNameCharacter) ? String(name) : nil
  }

  static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
    default: false
    }
  }
}
