import Foundation
import Testing

/// People write these pages. This suite checks that what they name exists.
@Suite("pages of the repository")
struct DocumentTests {
  static let pages = [
    "README.md", "protocol.md", "Sources/README.md", "Sources/SearchIndex/README.md", "Tests/README.md",
    "Tests/Benchmarks/README.md", "Tests/Conformance/README.md", "Tests/Upstreams/README.md", "clients/README.md",
    "clients/emacs/README.md", "clients/javascript/README.md", "clients/neovim/README.md", "clients/python/README.md",
    "clients/recipes/README.md", "clients/vim/README.md", "clients/vscode/README.md",
  ]

  /// The prose of a page, without its blocks of code.
  private static func prose(_ page: String) throws -> String {
    try Repository.lines(of: page).joined(separator: "\n").replacing(#/(?ms)^ *```.*?^ *```/#, with: "")
  }

  /// The anchors of a page: those that it declares, and those that GitHub makes of its headings.
  private static func anchors(_ page: String) throws -> Set<String> {
    var anchors: Set<String> = []
    for line in try Repository.lines(of: page) {
      if line.hasPrefix("#") {
        let text = line.drop { $0 == "#" }.dropFirst().lowercased().filter {
          $0.isLetter || $0.isNumber || " -_".contains($0)
        }
        #expect(anchors.insert(text.replacing(" ", with: "-")).inserted, "two headings \(text)")
      }
      anchors.formUnion(line.matches(of: #/<a id="([^"]+)">/#).map { String($0.1) })
    }
    return anchors
  }

  @Test(arguments: pages)
  func `every link leads to a file and a heading that exist`(page: String) throws {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    var anchors: [String: Set<String>] = [:]
    for link in try Self.prose(page).matches(of: #/\]\(([^)\s]+)\)/#).map(\.1) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file =
        parts[0].isEmpty ? Repository.root.appending(path: page) : folder.appending(path: parts[0]).standardized
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
      guard parts.count > 1 else { continue }
      let path = file.path.replacing(Repository.root.standardized.path + "/", with: "")
      let target = path.hasSuffix(".md") ? path : path + "/README.md"
      if anchors[target] == nil { anchors[target] = try Self.anchors(target) }
      #expect(anchors[target]?.contains(parts[1]) == true, "\(link)")
    }
  }

  @Test(arguments: ["Sources/README.md", "Tests/README.md"])
  func `every file, folder and type in a page about the source exists`(page: String) throws {
    var paths = ["/Package.swift", "/Sources", "/Tests"]
    var types: Set<Substring> = []
    for folder in ["Sources", "Tests"] {
      let root = Repository.root.appending(path: folder)
      for case let file as URL in try #require(
        FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      {
        paths.append(file.standardized.path)
        if file.pathExtension == "swift" {
          types.formUnion(Self.types(in: try String(contentsOf: file, encoding: .utf8)))
        }
      }
    }
    for code in try Self.prose(page).matches(of: #/`([^`\n]+)`/#).map(\.1) {
      if code.wholeMatch(of: #/[\w+\/-]+\.swift/#) != nil {
        #expect(paths.contains { $0.hasSuffix("/" + code) }, "\(code)")
      } else if code.wholeMatch(of: #/[A-Z][a-z]\w*/#) != nil {
        #expect(types.contains(code) || paths.contains { $0.hasSuffix("/" + code) }, "\(code)")
      }
    }
  }

  /// The names that a source file declares.
  private static func types(in text: String) -> [Substring] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      let keyword = words.firstIndex { ["struct", "class", "enum", "protocol", "actor", "typealias"].contains($0) }
      return keyword.flatMap { words.dropFirst($0 + 1).first }
    }
  }
}
