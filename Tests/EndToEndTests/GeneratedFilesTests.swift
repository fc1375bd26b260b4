import Foundation
import Testing

@Suite("generated files")
struct GeneratedFilesTests {
  @Test func `the tables of protocol.md and the clients' types are up to date (run Tests/generate)`() throws {
    try Sandbox.use { sandbox in
      let script = Repository.root.appendingPathComponent("Tests/generate").path
      let check = try sandbox.shell(#"MOVIE_SERVER="$0" exec python3 "$1" --check"#, script)
      defer { check.destroy() }
      check.closeInput()
      let difference = try check.output.readToEnd().all.map(\.text).joined(separator: "\n")
      let errors = try check.errors.readToEnd().all.map(\.text).joined(separator: "\n")
      #expect(try check.waitForExit() == .exited(0), "\(errors)\n\(difference)")
    }
  }
}
