import Foundation
import JSON
import Testing
import Transcripts

/// Checks that `Tests/Conformance` covers the contract. `Tests/Conformance/run` checks servers against it.
@Suite("the conformance kit")
struct ConformanceTests {
  private static let folders = ["core", "limits", "storage", "online", "mcp", "client"]

  private static func files(_ folders: [String] = folders) throws -> [String] {
    try folders.flatMap { folder in
      let path = "Tests/Conformance/\(folder)"
      return try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent(path).path)
        .filter { $0.hasSuffix(".rpc") }.sorted().map { "\(path)/\($0)" }
    }
  }

  private static func transcripts(_ folders: [String] = folders) throws -> [Transcript] {
    try files(folders).flatMap { try Transcript.parse(try Repository.lines(of: $0), file: $0) }
  }

  /// The messages in transcripts, with batches split into their entries.
  private static func messages(_ transcripts: [Transcript]) -> (sent: [JSON], received: [JSON]) {
    let steps = transcripts.flatMap(\.messages)
    let sent = steps.compactMap(\.sent).compactMap { try? JSON.parse($0) }
    return (sent.flatMap { $0.array ?? [$0] }, steps.compactMap(\.expected).flatMap { $0.array ?? [$0] })
  }

  /// Reasons that messages and options alone cannot provoke in a server. The folder `client` has them, for `replay`.
  private static let servedOnly: Set<String> = ["internalError", "overloaded", "resync", "syncChanged"]

  @Test func `the kit has every method, notification and reason of the schema, each sent by a server`() throws {
    let contract = try PublishedContract.published.get()
    let verified = Self.messages(try Self.transcripts(["core", "limits", "storage", "online"]))
    let served = Self.messages(try Self.transcripts(["client"]))
    func reasons(_ messages: [JSON]) -> Set<String> {
      Set(messages.compactMap { $0["error"]?["data"]?["reason"]?.string })
    }
    func methods(_ messages: [JSON]) -> Set<String> { Set(messages.compactMap { $0["method"]?.string }) }

    for entry in contract.entries {
      let name = try #require(entry["name"]?.string)
      let all = methods(entry["x-direction"] == "server-to-client" ? verified.received : verified.sent)
      #expect(all.contains(name) || Self.servedOnly.contains(name), "\(name) is in no transcript")
      // A method needs a result, not only errors.
      guard entry["result"] != nil else { continue }
      let isAnswered = try Self.transcripts().contains { transcript in
        let (sent, received) = Self.messages([transcript])
        let ids = sent.filter { $0["method"]?.string == name }.compactMap { $0["id"] }
        return ids.contains { id in received.contains { $0["id"] == id && $0["result"] != nil } }
      }
      #expect(isAnswered, "\(name) has no result in any transcript")
    }
    let declared = try #require(contract.document["x-reasons"]?.array).compactMap { $0["reason"]?.string }
    #expect(declared.count > 25)
    for reason in declared {
      #expect(reasons(verified.received).contains(reason) || Self.servedOnly.contains(reason), "\(reason)")
    }
    // An outdated exception must not hide a gap.
    #expect(reasons(verified.received).union(methods(verified.received)).isDisjoint(with: Self.servedOnly))
    #expect(reasons(served.received).union(methods(served.received)).isSuperset(of: Self.servedOnly))
  }

  @Test func `the kit compares nothing specific to this product: no message text, no film title`() throws {
    for message in Self.messages(try Self.transcripts(["core", "limits", "storage", "online"])).received {
      #expect(message["error"] == nil || message["error"]?["message"] == "…", "\(message.jsonText)")
    }
    // Their data comes from the server's catalogs, and not from the client.
    for file in try Self.files(["core", "online"]) {
      let text = try Repository.lines(of: file).filter { $0.hasPrefix("<-- ") }.joined()
      #expect(!text.contains("Parasite") && !text.contains("movie-server"), "\(file)")
    }
  }

  @Test(arguments: try files())
  func `clients are served the same transcripts that servers are checked against`(_ file: String) throws {
    // A replayed server plays one session, once; and its exit status is the verdict.
    let isPlayed = try !Repository.lines(of: file).contains { $0.hasPrefix("! server") || $0.hasPrefix("! exit 1") }
    guard isPlayed else { return }
    let path = Repository.root.appendingPathComponent(file).path
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["verify", path, "--command", "'\(try Executable.path())' replay '\(path)'"])
      #expect(output.text == "1 passed, 0 failed\n")
      #expect(output.errors.isEmpty, "\(output.errors)")
    }
  }

  @Test func `the recorded responses contain no secrets, and are small`() throws {
    let folder = Repository.root.appendingPathComponent("Tests/RecordedServices/exchanges")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 20)
    var size = 0
    for file in files {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      size += text.utf8.count
      // The keys that Tests/Upstreams accepts; its tokens and sessions are forty digits.
      for secret in ["0123456789abcdef0123456789abcdef", "0badcafe", "eyJ"] { #expect(!text.contains(secret)) }
      #expect(!text.contains(#/"[0-9a-f]{40}"/#), "\(file.lastPathComponent)")
    }
    #expect(size < 500_000)
  }
}
