import Foundation
import TestSupport
import Testing

/// Sessions with TMDB in `Tests/TMDBTranscripts`, verified with the simulated service.
@Suite("transcripts with TMDB")
struct TMDBTranscriptTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/TMDBTranscripts")

  private static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".rpc") }.sorted()
  }

  @Test(arguments: try files())
  func `a transcript verifies with the simulated service`(_ file: String) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let command = "'\(try Executable.path())' --catalog tmdb --no-notifications"
      let output = try sandbox.run(
        ["verify", Self.folder.appendingPathComponent(file).path, "--command", command],
        environment: upstream.environment)
      #expect(output.text == "1 passed, 0 failed\n")
      #expect(output.errors.isEmpty, "\(output.errors)")
    }
  }
}
