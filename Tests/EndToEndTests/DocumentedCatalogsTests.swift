import OnlineCatalogs
import Testing

@testable import movie_server

/// People write what `README.md` and `protocol.md` say about catalogs. This suite checks that no catalog is missing.
@Suite("catalogs in the documents")
struct DocumentedCatalogsTests {
  /// The text of a file with single spaces, so that line breaks do not matter.
  private static func prose(_ file: String) throws -> String {
    try Repository.lines(of: file).joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test(arguments: Configuration.catalogs)
  func `README.md has a row for each catalog, and protocol.md has a column`(catalog: String) throws {
    #expect(try Repository.lines(of: "README.md").contains { $0.hasPrefix("| `\(catalog)` |") })
    let head = try #require(try Repository.lines(of: "protocol.md").first { $0.hasPrefix("| | `builtin` |") })
    #expect(head.contains(" `\(catalog)` |"))
  }

  @Test(arguments: CatalogProvider.all.map(\.name))
  func `the documents have the variables of each catalog`(catalog: String) throws {
    let provider = try #require(CatalogProvider.named(catalog))
    let (readme, page) = (try Self.prose("README.md"), try Self.prose("protocol.md"))
    for variable in provider.keyParts.flatMap(\.variables) {
      #expect(readme.contains("`\(variable)`"), "\(variable)")
      #expect(page.contains("`\(variable)`"), "\(variable)")
    }
    #expect(page.contains("`\(provider.baseURLVariable)`"))
  }

  @Test func `protocol.md has the order in which catalogs become the default`() throws {
    let byNameOnly = CatalogProvider.all.filter(\.isByNameOnly).map(\.name)
    let names = Configuration.catalogs.filter { !byNameOnly.contains($0) }.map { "`\($0)`" }
    let order = names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
    #expect(try Self.prose("protocol.md").contains("the default catalog is the first of \(order) that"))
  }
}
