import Foundation
import JSON
import Testing

@testable import MovieAPI

/// The tables of `protocol.md` are generated; here its prose, which is written by hand, is held against the code.
struct ProtocolPageTests {
  private static let prose: String = {
    let page = URL(filePath: #filePath).appending(path: "../../../protocol.md").standardized
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.replacing(#/(?s)<!-- generated: .*?<!-- end -->|```.*?```/#, with: "")
  }()

  /// What can be said to be a member of what: params and results by the method's name.
  private static let params: [String: Set<String>] = {
    let methods = MethodTable.all.map { ($0.name, Set($0.parameters.map(\.name))) }
    let notifications = MethodTable.notifications.map { ($0.name, Set($0.members().map(\.name))) }
    return Dictionary(uniqueKeysWithValues: methods + notifications)
  }()

  /// Every name of a member, anywhere.
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
    let document = (try? JSON.parse(OpenRPCDocument.bytes)) ?? .null
    return Set(names(document)).union(params.values.joined())
  }()

  /// The names that stand where an object's members do, in a shape such as `{id, items: [movie + {starredAt}]}`.
  private static func names(in shape: Substring) -> [String] {
    shape.matches(of: #/[{,|]\s*([A-Za-z]\w*)/#).map { String($0.1) }
  }

  @Test func `There is prose, and it has shapes`() {
    #expect(Self.prose.contains("# The protocol"))
    #expect(Self.prose.matches(of: #/`\{[^`]+\}`/#).count > 20)
  }

  @Test(arguments: Array(params.keys).sorted())
  func `A method or notification is told of in prose`(name: String) {
    #expect(Self.prose.contains("`\(name)`"))
  }

  @Test func `The params that prose gives a method are the method's`() {
    var seen: Set<String> = []
    for match in Self.prose.matches(of: #/\*\*`(?<name>[^`]+)`\*\*\s+`(?<shape>\{[^`]*\})`/#) {
      let name = String(match.name)
      guard let declared = Self.params[name] else {
        Issue.record("protocol.md tells of \(name), which there is not")
        continue
      }
      seen.insert(name)
      for member in Self.names(in: match.shape) {
        #expect(declared.contains(member), "protocol.md gives \(name) the member \(member)")
      }
    }
    #expect(seen.count > 15)
  }

  @Test func `A shape in prose has no member that nothing has`() {
    for match in Self.prose.matches(of: #/`(\{[^`]+\})`/#) {
      for member in Self.names(in: match.1) {
        #expect(Self.members.contains(member), "protocol.md has \(member) in \(match.1)")
      }
    }
  }

  @Test func `A reason that prose names is one`() {
    let reasons = Set(ErrorReason.all.map(\.name))
    for reason in Self.prose.matches(of: #/(?:reason|answers?|with|gets?|is) `([a-z]+[A-Z]\w+)`/#).map({ String($0.1) })
    {
      #expect(
        reasons.contains(reason) || Self.members.contains(reason) || Self.params[reason] != nil,
        "protocol.md names \(reason)")
    }
  }
}
