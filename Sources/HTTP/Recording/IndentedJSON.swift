import JSON

extension JSON {
  /// JSON text for people and for `diff`: one line per member and element.
  func indented(_ depth: Int = 0) -> String {
    let margin = String(repeating: "  ", count: depth)
    func lines(_ parts: [String], _ open: String, _ close: String) -> String {
      parts.isEmpty
        ? open + close : "\(open)\n\(parts.map { "\(margin)  \($0)" }.joined(separator: ",\n"))\n\(margin)\(close)"
    }
    switch self {
    case .array(let values): return lines(values.map { $0.indented(depth + 1) }, "[", "]")
    case .object(let members):
      return lines(
        members.map { "\(JSON.string($0.name).jsonText): \($0.value.indented(depth + 1))" }, "{", "}")
    default: return jsonText
    }
  }
}
