import JSON
import JSONRPC
import MovieCore

/// What a film's catalog knows about it, in the size that a model can read.
struct FilmDetail {
  /// The members that are only there if they are asked for, by the words to ask with.
  static let parts: [(name: String, members: [String])] = [
    ("credits", ["castMembers", "crewMembers", "companies"]), ("reviews", ["reviews"]),
    ("recommendations", ["recommendations"]), ("releases", ["releases"]), ("whereToWatch", ["whereToWatch"]),
    ("trailers", ["trailers"]),
  ]

  private let detail: JSON

  /// - Parameter parts: names of `parts`.
  init(_ call: ToolCall, id: JSON, including parts: [String], language: JSON? = nil) async throws {
    let dropped = Self.parts.filter { !parts.contains($0.name) }.flatMap(\.members)
    let reviews: JSON = .integer(parts.contains("reviews") ? 5 : 0)
    let detail = try await call.movies("detail", [("id", id), ("reviews", reviews), ("language", language)])
    self.detail = JSON.object(detail.members(without: dropped)).safe(texts: 3_000, lists: 40)
  }

  /// The members, with room for the text.
  var shortened: JSON { detail.shortened(reserving: 9_000) }

  /// The lines of the text.
  var lines: [String] {
    let votes = detail["votes"]?.int.map { "\($0) votes" }
    let others = detail.list("ratings").map { "\($0.line("source")) \($0.line("value"))" }
    let facts = [
      FilmText.names(detail["genres"]), detail["runtimeMinutes"]?.int.map { "\($0) min" },
      FilmText.names(detail["countries"]), detail.line("releaseDate"), detail.line("certification"),
    ]
    let collection = detail["collection"].map { FilmText.joined([$0.line("name"), FilmText.id($0)]) } ?? ""
    let lines = [
      FilmText.joined([FilmText.title(detail), FilmText.mark(detail), FilmText.id(detail)]),
      FilmText.field("Directed by", FilmText.names(detail["directors"])), FilmText.joined(facts),
      FilmText.field("Ratings", FilmText.joined([FilmText.outOfTen(detail), votes] + others)),
      FilmText.field("With", FilmText.names(detail["cast"])),
      FilmText.field("Overview", detail.line("overview", maximum: 1_500)),
      FilmText.field("Awards", detail.line("awards")), FilmText.field("Collection", collection),
      FilmText.field("Link", detail.line("link")),
      FilmText.field("The user's note", detail.line("note", maximum: 1_500)),
      detail["stale"]?.bool == true ? "The catalog cannot be reached: this is an earlier answer." : nil,
    ]
    return lines.compactMap { $0?.isEmpty == false ? $0 : nil } + partLines
  }

  private var partLines: [String] {
    var lines: [String] = []
    func add(_ heading: String, _ items: [JSON], maximum: Int, _ line: (JSON) -> String) {
      if !items.isEmpty { lines += ["\(heading):"] + items.prefix(maximum).map(line) }
    }
    func parts(_ names: String...) -> (JSON) -> String {
      { item in "- " + FilmText.joined(names.map { item.line($0) } + [FilmText.id(item, "personId")]) }
    }
    add("Diary", detail.list("diary"), maximum: 10, parts("date", "note"))
    add("Cast", detail.list("castMembers"), maximum: 20, parts("name", "character"))
    add("Crew", detail.list("crewMembers"), maximum: 20, parts("name", "job"))
    add("Releases", detail.list("releases"), maximum: 30, parts("country", "kind", "date", "certification"))
    if let offers = detail["whereToWatch"] {
      let kinds = ["stream", "free", "ads", "rent", "buy"].map { kind in
        FilmText.field(kind, offers.list(kind).map { $0.line("name") }.joined(separator: ", "))
      }
      lines.append("Where to watch in \(offers.line("country")): \(FilmText.joined(kinds, separator: "; ")).")
      lines.append(offers.line("attribution"))
    }
    add("Videos", detail.list("trailers"), maximum: 8, parts("name", "kind", "url"))
    add("Reviews, by strangers", detail["reviews"]?.list("items") ?? [], maximum: 5) { review in
      let author = FilmText.joined([review.line("author"), FilmText.outOfTen(review)])
      return "- \(author): “\(review.line("preview", maximum: 300))”"
    }
    add("Similar films", detail["recommendations"]?.list("items") ?? [], maximum: 10, FilmText.line)
    return lines
  }
}

extension JSON {
  /// The object without the ends of its longest lists, so that it fits into the output of a tool.
  ///
  /// - Parameter characters: those of everything else.
  func shortened(reserving characters: Int) -> JSON {
    var short = self
    while short.jsonText.unicodeScalars.count > ToolOutput.maximumCharacters - characters, let list = short.longestList
    {
      short = short.halving(list)
    }
    return short
  }

  /// The name of the member with the longest list, of this object or in one of its members; nil if no list has two items.
  fileprivate var longestList: String? {
    members().filter { ($0.value.items?.count ?? 0) > 1 }.max { $0.value.jsonBytes.count < $1.value.jsonBytes.count }?
      .name
  }

  /// The items of a list, or of an object with a list `items`.
  private var items: [JSON]? { array ?? self["items"]?.array }

  fileprivate func halving(_ name: String) -> JSON {
    .object(
      members().map { member in
        guard member.name == name, let items = member.value.items else { return member }
        let half = JSON.array(Array(items.prefix(items.count / 2)))
        guard member.value.array == nil else { return Member(name, half) }
        return Member(name, .object(member.value.members(without: ["items"]) + [Member("items", half)]))
      })
  }
}
