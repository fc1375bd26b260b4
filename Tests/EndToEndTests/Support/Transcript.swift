import Foundation
import JSON
import Testing
import Transcripts

extension Transcript: CustomTestStringConvertible {
  public var testDescription: String { "\(file):\(lines.lowerBound)" }

  // MARK: Those there are

  /// Files with transcripts, from the folder of the package: those recorded and the documents.
  static func files() throws -> [String] { try recordedFiles() + documents }

  static let documents = ["protocol.md", "README.md"]

  private static func recordedFiles() throws -> [String] {
    let folder = "Tests/Transcripts"
    return try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".rpc") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Every file of `Tests/Transcripts` that has nothing but messages, so that it can be written in another way too.
  static func recorded() throws -> [Transcript] { try recordedFiles().flatMap(plain) }

  /// Those of the documents too.
  static func all() throws -> [Transcript] { try recorded() + documents.flatMap(plain) }

  private static func plain(_ file: String) throws -> [Transcript] {
    try parse(try Repository.lines(of: file), file: file).filter { transcript in
      transcript.steps.allSatisfy { $0.sent != nil || $0.expected != nil }
    }
  }
}

extension Transcript.Step {
  /// What the client says; nil for another step.
  var sent: String? {
    if case .client(let text) = action { text } else { nil }
  }

  /// What the server says; nil for another step.
  var expected: JSON? {
    if case .server(let pattern, _) = action { pattern } else { nil }
  }
}
