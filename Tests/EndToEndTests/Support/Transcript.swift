import Foundation
import JSON
import Testing
import Transcripts

extension Transcript: CustomTestStringConvertible {
  public var testDescription: String { "\(file):\(lines.lowerBound)" }

  // MARK: Files

  /// The paths of all files with transcripts, relative to the package: recorded ones and documents.
  static func files() throws -> [String] { try recordedFiles() + documents }

  static let documents = ["protocol.md", "README.md"]

  private static func recordedFiles() throws -> [String] {
    let folder = "Tests/ProductTranscripts"
    return try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".rpc") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The recorded transcripts that contain only messages, and so can be written in other ways too.
  static func recorded() throws -> [Transcript] { try recordedFiles().flatMap(plain) }

  /// Also those in the documents.
  static func all() throws -> [Transcript] { try recorded() + documents.flatMap(plain) }

  private static func plain(_ file: String) throws -> [Transcript] {
    try parse(try Repository.lines(of: file), file: file).filter { transcript in
      transcript.steps.allSatisfy { $0.sent != nil || $0.expected != nil }
    }
  }
}

extension Transcript.Step {
  /// The client's message; nil for another step.
  var sent: String? {
    if case .client(let text) = action { text } else { nil }
  }

  /// The server's message; nil for another step.
  var expected: JSON? {
    if case .server(let pattern, _) = action { pattern } else { nil }
  }
}
