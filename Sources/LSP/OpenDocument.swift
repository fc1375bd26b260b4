struct OpenDocument: Sendable {
  let uri: String
  var version: Int?
  var text: TextDocument
  let client: ClientCapabilities

  static let maximumReferences = 10_000

  struct Located: Sendable {
    var line: Int
    var reference: Reference
    /// As the client counts.
    var range: JSON
  }

  func references(in lines: Range<Int>) -> [Located] {
    var found: [Located] = []
    for line in lines.clamped(to: 0..<text.lineCount) where found.count < Self.maximumReferences {
      let references = text.references(inLine: line)
      var ruler = LineRuler(text.line(line), client.encoding)
      for reference in references.prefix(Self.maximumReferences - found.count) {
        found.append(Located(line: line, reference: reference, range: Self.range(line, reference.range, &ruler)))
      }
    }
    return found
  }

  var references: [Located] { references(in: 0..<text.lineCount) }

  func reference(at position: Position) -> Located? {
    guard (0..<text.lineCount).contains(position.line) else { return nil }
    var ruler = LineRuler(text.line(position.line), client.encoding)
    let byte = ruler.byte(atCharacter: position.character)
    let all = text.references(inLine: position.line)
    guard
      let reference = all.first(where: { $0.range.contains(byte) }) ?? all.first(where: { $0.range.upperBound == byte })
    else { return nil }
    return Located(line: position.line, reference: reference, range: range(position.line, reference.range))
  }

  /// A part of a line, given in bytes from its start, as the client counts.
  func range(_ line: Int, _ bytes: Range<Int>) -> JSON {
    var ruler = LineRuler(text.line(line), client.encoding)
    return Self.range(line, bytes, &ruler)
  }

  private static func range(_ line: Int, _ bytes: Range<Int>, _ ruler: inout LineRuler) -> JSON {
    let start = ruler.character(atByte: bytes.lowerBound)
    let end = ruler.character(atByte: bytes.upperBound)
    return [
      "start": ["line": .integer(line), "character": .integer(start)],
      "end": ["line": .integer(line), "character": .integer(end)],
    ]
  }

  func string(_ line: Int, _ bytes: Range<Int>) -> String {
    let all = text.line(line)
    return String(
      decoding: all[(all.startIndex + bytes.lowerBound)..<(all.startIndex + bytes.upperBound)], as: UTF8.self)
  }

  func edit(_ range: JSON, _ newText: String) -> JSON {
    let edits: JSON = [["range": range, "newText": .string(newText)]]
    guard client.hasDocumentChanges else { return ["changes": .object([JSON.Member(uri, edits)])] }
    let version = version.map { JSON.integer($0) } ?? .null
    return ["documentChanges": [["textDocument": ["uri": .string(uri), "version": version], "edits": edits]]]
  }
}

extension Position {
  init(_ json: JSON?, field: String = "position") throws(RPCError) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0, character >= 0 else {
      throw .invalidParams("The member \(field) must be a position.", field: field)
    }
    self.init(line: line, character: character)
  }
}

extension Range<Position> {
  init(json: JSON?, field: String = "range") throws(RPCError) {
    let start = try Position(json?["start"], field: field)
    let end = try Position(json?["end"], field: field)
    self = Swift.min(start, end)..<Swift.max(start, end)
  }
}
