import JSON
import JSONRPC

extension Command {
  /// The options of commands that print a list of movies.
  static let listOptions = [
    Option(flag: "--limit", placeholder: "N", help: "print at most N movies (20)"),
    Option(flag: "--all", placeholder: nil, help: "print the movies of all pages"),
  ]

  /// The maximum number of movies to print; nil for all.
  func limit() throws(UsageError) -> Int? {
    guard arguments["--all"] != nil else { return try arguments.number("--limit", 1...1_000_000) ?? 20 }
    guard arguments["--limit"] == nil else { throw UsageError(message: "--limit and --all cannot be used together") }
    return nil
  }

  /// Prints the movies of a page and of those after it, and returns the exit status.
  ///
  /// - Parameters:
  ///   - section: the home section, if it is one.
  ///   - next: fetches the page after another; nil at the end.
  func show(
    _ first: JSON, section: String? = nil, limit: Int?, next: (JSON) throws(RPCError) -> JSON?
  ) throws(RPCError) -> Int32 {
    var table = MovieTable(output, section: section)
    // A list that changes while it is paged may repeat movies.
    var seen: Set<String> = []
    var page: JSON? = first
    while let current = page {
      for movie in current["items"]?.array ?? [] where seen.insert(movie["id"]?.string ?? "").inserted {
        table.add(movie)
        if table.count == limit { break }
      }
      page = table.count == limit ? nil : try next(current)
    }
    table.finish()
    return table.count == 0 ? Self.nothingFound() : 0
  }

  /// Prints a list whose pages `nextPage` continues.
  func showList(_ first: JSON, section: String? = nil, limit: Int?) throws(RPCError) -> Int32 {
    try show(first, section: section, limit: limit) { page throws(RPCError) in
      guard page["hasMore"]?.bool == true else { return nil }
      return try client.call("nextPage", [("list", page["list"])])
    }
  }
}
