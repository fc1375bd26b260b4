import JSON
import MovieCore

/// The text about a film that hovers, completions and pages show, as Markdown or plain.
struct FilmText {
  let film: Film
  /// The result of `detail`, or a movie of a list.
  let json: JSON
  let isMarkdown: Bool

  var text: String {
    var paragraphs = [isMarkdown ? "### " + escaped(film.label) : escaped(film.label)]
    let names = json["originalTitle"]?.string.map { isMarkdown ? "*\(escaped($0))*" : escaped($0) }
    let rating = film.movie.rating.map { rating in
      "\(Film.number((rating * 10).rounded() / 10))/10" + (json["votes"]?.int.map { " (\($0) votes)" } ?? "")
    }
    let facts: [String?] = [
      names, list("directors").map(escaped), film.movie.runtimeMinutes.map { "\($0) min" },
      list("genres").map(escaped), rating,
    ]
    add(facts.compactMap(\.self).joined(separator: " · "), to: &paragraphs)
    let mark = film.mark.map(escaped).joined(separator: " · ")
    add(isMarkdown && !mark.isEmpty ? "**\(mark)**" : mark, to: &paragraphs)
    if isMarkdown, let poster = json["posterUrl"]?.string.flatMap(MarkdownText.webURL) {
      paragraphs.append("![poster](\(poster))")
    }
    add(json["overview"]?.string.map(escaped) ?? "", to: &paragraphs)
    let cast = json["castMembers"]?.array?.prefix(8).compactMap { $0["name"]?.string } ?? []
    add(
      cast.isEmpty
        ? list("cast").map { "Cast: " + escaped($0) } ?? "" : "Cast: " + escaped(cast.joined(separator: ", ")),
      to: &paragraphs)
    add(whereToWatch, to: &paragraphs)
    if let link = film.link { paragraphs.append(isMarkdown ? "[\(host(of: link))](\(link))" : link) }
    let notices = [json["attribution"], json.at("whereToWatch", "attribution")].compactMap { $0?.string.map(escaped) }
    add(notices.joined(separator: " "), to: &paragraphs)
    return paragraphs.joined(separator: "\n\n")
  }

  private func add(_ paragraph: String, to paragraphs: inout [String]) {
    if !paragraph.isEmpty { paragraphs.append(paragraph) }
  }

  private func escaped(_ text: String) -> String {
    let text = MarkdownText.clean(text)
    return isMarkdown ? MarkdownText.escape(text) : text
  }

  private func list(_ name: String) -> String? {
    let names = json[name]?.array?.prefix(8).compactMap(\.string) ?? []
    return names.isEmpty ? nil : names.joined(separator: ", ")
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
