/// The text about a film that hovers, completions and pages show, as Markdown or plain.
struct FilmText {
  let film: Film
  let json: JSON
  let isMarkdown: Bool

  var text: String {
    let label = (isMarkdown ? "### " : "") + escaped(film.label)
    let original = json["originalTitle"]?.string.map { isMarkdown ? "*\(escaped($0))*" : escaped($0) }
    let rating = film.movie.rating.map { rating in
      "\(Film.number((rating * 10).rounded() / 10))/10" + (json["votes"]?.int.map { " (\($0) votes)" } ?? "")
    }
    let facts = [original, list("directors"), film.movie.runtimeMinutes.map { "\($0) min" }, list("genres"), rating]
    let mark = film.mark.map(escaped).joined(separator: " · ")
    let poster = json["posterUrl"]?.string.flatMap(MarkdownText.webURL).map { "![poster](\($0))" }
    let actors = json["castMembers"]?.array?.prefix(8).compactMap { $0["name"]?.string } ?? []
    let cast = actors.isEmpty ? list("cast") : escaped(actors.joined(separator: ", "))
    let link = film.link.map { isMarkdown ? "[\(host(of: $0))](\($0))" : $0 }
    let notices = [json["attribution"], json.at("whereToWatch", "attribution")].compactMap { $0?.string.map(escaped) }
    let paragraphs: [String?] = [
      label, facts.compactMap(\.self).joined(separator: " · "), isMarkdown && !mark.isEmpty ? "**\(mark)**" : mark,
      isMarkdown ? poster : nil, json["overview"]?.string.map(escaped), cast.map { "Cast: " + $0 }, whereToWatch, link,
      notices.joined(separator: " "),
    ]
    return paragraphs.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func escaped(_ text: String) -> String {
    let text = MarkdownText.clean(text)
    return isMarkdown ? MarkdownText.escape(text) : text
  }

  private func list(_ name: String) -> String? {
    let names = json[name]?.array?.prefix(8).compactMap(\.string) ?? []
    return names.isEmpty ? nil : escaped(names.joined(separator: ", "))
  }

  private func host(of link: String) -> String {
    let parts = link.split(separator: "/", maxSplits: 2)
    return escaped(parts.count > 1 ? String(parts[1]) : link)
  }

  private var whereToWatch: String {
    guard let services = json["whereToWatch"] else { return "" }
    let kinds = ["stream", "free", "ads", "rent", "buy"].compactMap { kind -> String? in
      let names = services[kind]?.array?.compactMap { $0["name"]?.string } ?? []
      return names.isEmpty ? nil : "\(kind): " + escaped(names.joined(separator: ", "))
    }
    guard !kinds.isEmpty else { return "" }
    let text = "Where to watch: " + kinds.joined(separator: "; ")
    guard isMarkdown, let link = services["link"]?.string.flatMap(MarkdownText.webURL) else { return text }
    return text + " ([\(host(of: link))](\(link)))"
  }
}

/// Makes text of services, which is data, part of Markdown.
enum MarkdownText {
  /// The text in one line, without control characters and those that change the direction of what follows.
  static func clean(_ text: String) -> String { CleanText.line(text, upTo: .max) ?? "" }

  /// The text with backslashes before all that would be a mark, a link, an entity or a tag.
  static func escape(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isMark =
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "$", "@": true
        // A scheme, which some programs make a link of.
        case ":": next != " " && index > 0 && scalars[index - 1] != " "
        case "#", "+", "-", "=": index == 0
        case "!": next == "["
        case ".", ")": scalars[..<index].allSatisfy { ("0"..."9").contains($0) } && index > 0 && next == " "
        default: false
        }
      escaped += isMark ? "\\\(scalar)" : "\(scalar)"
    }
    return escaped
  }

  static func webURL(_ url: String) -> String? {
    guard WebAddress(url) != nil, url.utf8.count <= 2_000 else { return nil }
    return PercentEncoding.encode(url.utf8) { $0.isASCIIGraphic && !"()<>[]\"'\\`|{}^".utf8.contains($0) }
  }
}
