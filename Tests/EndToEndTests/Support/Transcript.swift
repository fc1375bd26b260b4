import Foundation
import JSON
import Testing

/// A written conversation: `--> ` is sent, `<-- ` is the next line that must come, `# ` says why.
///
/// In a line that must come, the string `"…"` stands for any value; everything else must be equal, the order of members
/// too. At the end the input is closed: the server must have nothing more to say, and end with status 0.
struct Transcript: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    enum Kind { case send, expect }

    var kind: Kind
    var text: String
    var line: Int
  }

  /// From the folder of the package.
  var file: String
  var steps: [Step]

  var testDescription: String { "\(file):\(steps.first?.line ?? 0)" }

  // MARK: Reading

  /// Those recorded and those of the documents.
  static func all() throws -> [Transcript] { try recorded() + blocks(of: "protocol.md") + blocks(of: "README.md") }

  /// Every file of `Tests/Transcripts`.
  static func recorded() throws -> [Transcript] {
    let folder = "Tests/Transcripts"
    return try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".rpc") }.sorted()
      .map { try Transcript(file: "\(folder)/\($0)", lines: Repository.lines(of: "\(folder)/\($0)")[...]) }
  }

  /// Every block of a Markdown file that is marked as `rpc`.
  static func blocks(of file: String) throws -> [Transcript] {
    let lines = try Repository.lines(of: file)
    var blocks: [Transcript] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if let first = start, isFence {
        blocks.append(try Transcript(file: file, lines: lines[first..<index]))
        start = nil
      } else if isFence, line.drop(while: { $0 == " " }) == "```rpc" {
        start = index + 1
      }
    }
    guard start == nil else { throw Failure("\(file): the last block has no end.") }
    return blocks
  }

  /// - Parameter lines: with the indices they have in the file.
  private init(file: String, lines: ArraySlice<String>) throws {
    self.file = file
    steps = []
    for (index, line) in zip(lines.indices, lines) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("--> ") {
        steps.append(Step(kind: .send, text: String(text.dropFirst(4)), line: index + 1))
      } else if text.hasPrefix("<-- ") {
        steps.append(Step(kind: .expect, text: String(text.dropFirst(4)), line: index + 1))
      } else if !text.isEmpty, !text.hasPrefix("#") {
        throw Failure("\(file):\(index + 1): neither sent nor expected nor a comment: \(text)")
      }
    }
  }

  // MARK: Replaying

  func replay(framing: Framing = .lines) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: framing)
      for step in steps {
        switch step.kind {
        case .send:
          try server.send(line: step.text)
        case .expect:
          guard let line = try server.nextLine() else {
            throw Failure("\(file):\(step.line): the output has ended.\n  expected: \(step.text)")
          }
          guard try JSON.parse(step.text).matches(line.json) else {
            throw Failure("\(file):\(step.line)\n  expected: \(step.text)\n  received: \(line.text)")
          }
        }
      }
      #expect(try server.finish() == .exited(0), "\(file): the end")
      let rest = try server.remainingLines().map(\.text)
      #expect(rest.isEmpty, "\(file): more came than the transcript has")
    }
  }
}

extension JSON {
  /// Whether a value is this one, in which `"…"` stands for any.
  func matches(_ value: JSON?) -> Bool {
    switch (self, value) {
    case (_, nil):
      false
    case (.string("…"), _):
      true
    case (.object(let expected), .object(let members)):
      expected.count == members.count
        && zip(expected, members).allSatisfy { $0.name == $1.name && $0.value.matches($1.value) }
    case (.array(let expected), .array(let values)):
      expected.count == values.count && zip(expected, values).allSatisfy { $0.matches($1) }
    case (_, let value?):
      // By bytes: Swift's strings are equal in whatever Unicode normalization they are.
      jsonBytes == value.jsonBytes
    }
  }
}
