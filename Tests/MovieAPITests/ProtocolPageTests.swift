import Foundation
import JSONRPC
import MovieCore
import Testing

@testable import MovieAPI

/// `protocol.md` is written by hand; what it must name is checked against the code.
struct ProtocolPageTests {
  private static let page: String = {
    let page = URL(filePath: #filePath).appending(path: "../../../protocol.md").standardized
    return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
  }()

  /// The rows of the table under a heading, as their cells.
  private static func rows(of heading: String) -> [[String]] {
    let lines = page.split(separator: "\n").drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    return lines.filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func `There is a page`() {
    #expect(Self.page.contains("# "), "protocol.md is missing at the root of the repository")
  }

  @Test(arguments: MethodTable.all.map(\.name))
  func `A method stands in a table with each of its parameters`(name: String) throws {
    let method = try #require(MethodTable.all.first { $0.name == name })
    let row = Self.rows(of: "Methods").first { $0[0].contains("`\(name)`") }
    guard let row else {
      Issue.record("protocol.md has no row for the method \(name) under Methods")
      return
    }
    for parameter in method.parameters {
      #expect(row[1].contains("`\(parameter.name)`"), "protocol.md lacks the parameter \(parameter.name) of \(name)")
    }
  }

  @Test(arguments: [LoadingNotification.name, FavoritesChangedNotification.name, "resync"])
  func `A notification is told of`(name: String) {
    #expect(Self.page.contains("**`\(name)`**"), "protocol.md does not tell of the notification \(name)")
  }

  @Test(
    arguments: [
      ("parseError", -32700), ("invalidRequest", -32600), ("messageTooLarge", -32600), ("duplicateId", -32600),
      ("methodNotFound", -32601), ("internalError", -32603), ("cancelled", -32800), ("shuttingDown", 1019),
      ("protocolVersionUnsupported", 1020),
    ] + FailureReason.allCases.map { ($0.rawValue, $0.code) })
  func `An error's reason stands next to its code`(reason: String, code: Int) {
    #expect(
      Self.rows(of: "Errors").contains { $0[0] == "\(code)" && $0[1] == "`\(reason)`" },
      "protocol.md's table of errors lacks \(code) \(reason)")
  }

  @Test func `No code or reason stands there that the server does not know`() {
    let known = Set(FailureReason.allCases.map(\.rawValue)).union([
      "parseError", "invalidRequest", "messageTooLarge", "duplicateId", "methodNotFound", "internalError", "cancelled",
      "shuttingDown", "protocolVersionUnsupported",
    ])
    for row in Self.rows(of: "Errors") where Int(row[0]) != nil {
      #expect(
        known.contains(row[1].replacing("`", with: "")), "protocol.md has \(row[0]) \(row[1]), the server has not")
    }
  }
}
