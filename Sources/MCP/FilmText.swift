enum FilmText {
  /// A film on one line: title, year, what helps to recognize it, what the user keeps about it, and its id.
  static func line(_ movie: JSON) -> String {
    let minutes = movie["runtimeMinutes"]?.int.map { "\($0) min" }
    let role = movie["character"] == nil ? movie.line("job") : "as \(movie.line("character", maximum: 60))"
    let parts = [
      title(movie), names(movie["directors"], maximum: 2), minutes, outOfTen(movie), role, mark(movie), id(movie),
    ]
    return "- " + joined(parts)
  }

  /// `Oldboy (올드보이, 2003)`.
  static func title(_ movie: JSON) -> String {
    let year = movie["year"]?.int.map(String.init)
    let details = joined([movie.line("originalTitle", maximum: 100), year], separator: ", ")
    let title = movie.line("title", maximum: 100)
    return details.isEmpty ? title : "\(title) (\(details))"
  }

  /// What the user keeps about a film; nil if nothing.
  static func mark(_ movie: JSON) -> String? {
    let mark = movie["mark"] ?? [:]
    let isStarred = mark["starredAt"] != nil || movie["isFavorite"]?.bool == true
    let last = mark["lastViewed"] == nil ? "" : ", last on \(mark.line("lastViewed"))"
    let parts = [
      isStarred ? "starred" : nil, mark["watchlistedAt"] == nil ? nil : "on the watchlist",
      mark["viewings"]?.int.map { "watched \($0) ×\(last)" },
      mark["rating"].map { "the user's rating \($0.jsonText)" }, field("tags", names(mark["tags"], maximum: 10)),
      field("note", mark.line("note")) ?? (mark["hasNote"] == nil ? nil : "has a note"),
    ]
    let text = joined(parts, separator: ", ")
    return text.isEmpty ? nil : text
  }

  static func viewing(_ viewing: JSON) -> String {
    let movie = viewing["movie"] ?? [:]
    let date = viewing["date"] == nil ? "no day" : viewing.line("date")
    return "- " + joined([date, title(movie), outOfTen(viewing), field("note", viewing.line("note")), id(movie)])
  }

  static func id(_ object: JSON) -> String? { object["id"].map { _ in "id \(object.line("id"))" } }

  private static func outOfTen(_ object: JSON) -> String? { object["rating"].map { "\($0.jsonText)/10" } }

  static func joined(_ parts: [String?], separator: String = " · ") -> String {
    parts.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: separator)
  }

  static func names(_ texts: JSON?, maximum: Int = .max) -> String {
    let all = (texts?.array ?? []).compactMap(\.string)
    return all.prefix(maximum).map { SafeText.line($0, maximum: 100) }.joined(separator: ", ")
  }

  static func compact(_ movie: JSON) -> JSON {
    let kept = ["id", "title", "originalTitle", "year", "directors", "rating", "isFavorite", "mark"]
    return .object(movie.safe(texts: 200, lists: 3).members().filter { kept.contains($0.name) })
  }

  // MARK: Any result

  /// The members of a result, each on a line, and the objects of its lists each on one of their own.
  static func lines(_ members: [JSON.Member]) -> [String] {
    members.flatMap { member -> [String] in
      let label = member.name == "reviews" ? "reviews, by strangers" : words(member.name)
      let heading = label.prefix(1).uppercased() + label.dropFirst()
      if let objects = (member.value["items"] ?? member.value).array, objects.first?.members().isEmpty == false {
        return ["\(heading):"] + objects.map { $0["title"] == nil ? "- " + joined(values($0)) : line($0) }
      }
      return field(heading, text(member.value)).map { [$0] } ?? []
    }
  }

  private static func field(_ label: String, _ text: String) -> String? { text.isEmpty ? nil : "\(label): \(text)" }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .bool, .number: value.jsonText
    case .string, .illFormedString: SafeText.line(value.string ?? "", maximum: 1_500)
    case .array(let items): items.prefix(40).map { $0["name"].map(text) ?? text($0) }.joined(separator: ", ")
    case .object where value["title"] != nil: joined([title(value), id(value)])
    case .object(let members): joined(members.map { field(words($0.name), text($0.value)) }, separator: "; ")
    }
  }

  /// The values of an object on one line. Only a text says what it is without its name.
  private static func values(_ object: JSON) -> [String?] {
    object.members().map { member in
      let isClear = member.value.string != nil && !member.name.lowercased().hasSuffix("id")
      return isClear ? object.line(member.name, maximum: 300) : field(words(member.name), text(member.value))
    }
  }

  /// `runtimeMinutes` is `runtime minutes`.
  private static func words(_ name: String) -> String {
    name.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
  }
}
