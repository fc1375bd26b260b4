import Foundation
import JSON
import JSONRPC
import Testing

@testable import MovieAPI

/// The tables of `protocol.md` are generated. This suite checks its prose, which is written by hand, against the code.
struct ProtocolPageTests {
  private static func text(of path: String) -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../" + path).standardized
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  @Test func `all pages, and the storm, tell the same memory of a client that does not read`() {
    let mebibytes = Connection.Limits.overheadBytes >> 20
    for (path, sentence) in [
      ("README.md", "`--max-queue-bytes` (64 MiB) + \(mebibytes) MiB"),
      ("Tests/README.md", "`--max-queue-bytes` (64 MiB) + \(mebibytes) MiB"),
      ("Tests/EndToEndTests/UnreadAnswersTests.swift", "\(mebibytes) << 20"),
      ("protocol.md", "the size of the buffer and \(mebibytes) MiB"),
      ("Tests/Faults/contract.py", "MEMORY_LIMIT = QUEUE + (\(mebibytes) << 20)"),
    ] {
      #expect(Self.text(of: path).contains(sentence), "\(path)")
    }
  }

  private static let prose: String = {
    return text(of: "protocol.md").replacing(#/(?s)<!-- generated: .*?<!-- end -->|```.*?```/#, with: "")
  }()

  /// The names of the params of each method and notification.
  private static let params: [String: Set<String>] = {
    let methods = MethodTable.movies.methods.map { ($0.name, Set($0.parameters.map(\.name))) }
    let notifications = MethodTable.movies.notifications.map { ($0.name, Set($0.members().map(\.name))) }
    return Dictionary(uniqueKeysWithValues: methods + notifications)
  }()

  /// The names of all members in the document.
  private static let members: Set<String> = {
    func names(_ json: JSON) -> [String] {
      switch json {
      case .array(let values): return values.flatMap(names)
      case .object(let members):
        let own = members.filter { $0.name == "properties" }.flatMap { member -> [String] in
          guard case .object(let properties) = member.value else { return [] }
          return properties.map(\.name)
        }
        return own + members.flatMap { names($0.value) }
      default: return []
      }
    }
    let document = (try? JSON.parse(OpenRPCDocument(.movies).jsonBytes)) ?? .null
    return Set(names(document)).union(params.values.joined())
  }()

  /// The names of the members in a shape such as `{id, items: [movie + {starredAt}]}`.
  private static func names(in shape: Substring) -> [String] {
    shape.matches(of: #/[{,|]\s*([A-Za-z]\w*)/#).map { String($0.1) }
  }

  @Test func `the page has prose with shapes`() {
    #expect(Self.prose.contains("# The protocol"))
    #expect(Self.prose.matches(of: #/`\{[^`]+\}`/#).count > 20)
  }

  @Test(arguments: Array(params.keys).sorted())
  func `the prose mentions every method and notification`(name: String) {
    #expect(Self.prose.contains("`\(name)`"))
  }

  @Test func `the prose gives each method and notification all params that it has, and no others`() {
    var seen: [String: Set<String>] = [:]
    for match in Self.prose.matches(of: #/\*\*`(?<name>[^`]+)`\*\*\s+`(?<shape>\{[^`]*\})`/#) {
      let name = String(match.name)
      guard let declared = Self.params[name] else {
        Issue.record("protocol.md describes \(name), which does not exist")
        continue
      }
      for member in Self.names(in: match.shape) {
        seen[name, default: []].insert(member)
        #expect(declared.contains(member), "protocol.md gives \(name) the member \(member)")
      }
    }
    #expect(seen.count > 15)
    // These have lists of their params instead.
    for (name, members) in seen where !["initialize", "mark", "logViewing", "syncChanged"].contains(name) {
      #expect(members == Self.params[name], "\(name)")
    }
  }

  @Test func `the prose tells what to do about each topic of resync`() {
    let topics = MethodTable.movies.notifications.compactMap(\.topic)
    #expect(topics.count > 3)
    for topic in topics { #expect(Self.prose.contains("\n- `\(topic)`: "), "\(topic)") }
  }

  @Test func `the shapes in the prose have only members that exist`() {
    for match in Self.prose.matches(of: #/`(\{[^`]+\})`/#) {
      for member in Self.names(in: match.1) {
        #expect(Self.members.contains(member), "protocol.md has the unknown member \(member) in \(match.1)")
      }
    }
  }

  @Test func `the prose names only reasons that exist`() {
    let reasons = Set(ErrorReason.all.map(\.name))
    for reason in Self.prose.matches(of: #/(?:reason|answers?|with|gets?|is) `([a-z]+[A-Z]\w+)`/#).map({ String($0.1) })
    {
      #expect(
        reasons.contains(reason) || Self.members.contains(reason) || Self.params[reason] != nil,
        "protocol.md names the unknown reason \(reason)")
    }
  }
}
