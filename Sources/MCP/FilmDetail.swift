/// What a film's catalog knows about it, in the size that a model can read.
struct FilmDetail {
  /// The members that are only there if they are asked for, by the words to ask with.
  static let parts: [(name: String, members: [String])] = [
    ("credits", ["castMembers", "crewMembers", "companies"]), ("reviews", ["reviews"]),
    ("recommendations", ["recommendations"]), ("releases", ["releases"]), ("whereToWatch", ["whereToWatch"]),
    ("trailers", ["trailers"]),
  ]

  private let detail: JSON

  init(_ call: ToolCall, id: JSON, including parts: [String]) async throws {
    let dropped = Self.parts.filter { !parts.contains($0.name) }.flatMap(\.members)
    let reviews: JSON = .integer(parts.contains("reviews") ? 5 : 0)
    let detail = try await call.movies("detail", [("id", id), ("reviews", reviews)])
    self.detail = JSON.object(detail.members(without: dropped)).safe(texts: 3_000, lists: 40)
  }

  var shortened: JSON { detail.shortened(reserving: 9_000) }

  var lines: [String] {
    let shown = [
      "id", "ids", "title", "originalTitle", "year", "isFavorite", "mark", "stale", "posterUrl", "backdropUrl",
    ]
    let stale = detail["stale"]?.bool == true ? [ToolOutput.stale] : []
    return [FilmText.joined([FilmText.title(detail), FilmText.mark(detail), FilmText.id(detail)])] + stale
      + FilmText.lines(detail.members(without: shown))
  }
}

extension JSON {
  /// The object without the ends of its longest lists, so that it fits into the output of a tool.
  func shortened(reserving characters: Int) -> JSON {
    var short = self
    while short.jsonText.unicodeScalars.count > ToolOutput.maximumCharacters - characters, let list = short.longestList
    {
      short = short.halving(list)
    }
    return short
  }

  /// The name of the member that is or has the longest list; nil if no list has two items.
  private var longestList: String? {
    members().filter { ($0.value.items?.count ?? 0) > 1 }.max { $0.value.jsonBytes.count < $1.value.jsonBytes.count }?
      .name
  }

  private var items: [JSON]? { array ?? self["items"]?.array }

  private func halving(_ name: String) -> JSON {
    .object(
      members().map { member in
        guard member.name == name, let items = member.value.items else { return member }
        let half = Array(items.prefix(items.count / 2))
        return Member(name, member.value.array == nil ? member.value.replacing("items", half) : .array(half))
      })
  }
}
