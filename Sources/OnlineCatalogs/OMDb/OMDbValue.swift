/// Parses OMDb's strings. The result is nil for a text of another form.
enum OMDbValue {
  /// The first year of `1977`, `2004–2010` and `2014–`.
  static func year(_ text: String) -> Int? {
    text.utf8.split { !$0.isASCIIDigit }.first { $0.count == 4 }.flatMap { Int(String($0) ?? "") }
      .flatMap { Movie.years.contains($0) ? $0 : nil }
  }

  /// `2010-07-16` for `16 Jul 2010` and for itself.
  static func day(_ text: String) -> String? {
    var parts = text.split { $0 == " " || $0 == "-" }.map(String.init)
    guard parts.count == 3 else { return nil }
    if parts[0].utf8.count == 4 { parts.reverse() }
    let name = parts[1].prefix(3).lowercased()
    guard let day = Int(parts[0]),
      let month = englishMonths.firstIndex(where: { $0.lowercased() == name }).map({ $0 + 1 }) ?? Int(parts[1])
    else { return nil }
    let date = "\(parts[2])-\(String(month, width: 2))-\(String(day, width: 2))"
    return FilmValue.year(of: date) == nil ? nil : date
  }

  /// The minutes in `148 min`, `1 h 30 min`, `2h` and `90`.
  static func minutes(_ text: String) -> Int? {
    var minutes = 0
    var number: Int?
    for byte in text.utf8 where byte != UInt8(ascii: ",") {
      switch byte {
      case _ where byte.isASCIIDigit: number = min((number ?? 0) * 10 + Int(byte - 0x30), longest)
      case UInt8(ascii: "h"), UInt8(ascii: "H"):
        minutes += (number ?? 0) * 60
        number = nil
      case _ where byte.isASCIILetter:
        minutes += number ?? 0
        number = nil
      default: break
      }
    }
    minutes += number ?? 0
    return FilmValue.minutes.contains(minutes) ? minutes : nil
  }

  /// In minutes, and a limit for each number, which could overflow otherwise.
  private static let longest = FilmValue.minutes.upperBound

  /// The number in `1,434,451`.
  static func count(_ text: String) -> Int? {
    Int(text.filter { $0 != "," }).flatMap { FilmValue.counts.contains($0) ? $0 : nil }
  }

  /// The amount in `$292,587,330`.
  static func dollars(_ text: String) -> Int? {
    guard text.first == "$" else { return nil }
    return Int(text.dropFirst().filter { $0 != "," }).flatMap { FilmValue.money.contains($0) ? $0 : nil }
  }

  /// The distinct parts of a list. A comma separates parts if a space follows it and it is not in brackets.
  static func list(_ text: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isContinued = depth > 0 || piece.first.map { $0 != " " } ?? false
      if let last = parts.last, isContinued {
        parts[parts.count - 1] = "\(last),\(piece)"
      } else {
        parts.append(String(piece))
      }
      for character in piece { depth = max(depth + (character == "(" ? 1 : character == ")" ? -1 : 0), 0) }
    }
    return parts.compactMap { CleanText.line($0) }.filter(isGiven).uniqued()
  }

  /// Names without the notes in brackets, as in `Jane Doe (screenplay), Jane Doe (story)`.
  static func people(_ text: String) -> [String] { credits(text).map(\.name).uniqued() }

  /// The writers with their jobs, as far as the notes tell them: screenplay, story, source, characters.
  static func writers(_ text: String) -> [MovieDetail.CrewMember] {
    let writers = credits(text).flatMap { name, notes in
      (notes.isEmpty ? [""] : notes).map { (rank: rank(ofNote: $0), name: name) }
    }
    return writers.sorted { $0.rank < $1.rank }.map {
      MovieDetail.CrewMember(name: $0.name, job: jobs[$0.rank].name, department: "Writing")
    }.uniqued(on: { [$0.name, $0.job] })
  }

  /// The usual names of jobs and the words of notes that mean them, in the order in which jobs are listed.
  private static let jobs: [(name: String, words: Set<String>)] = [
    ("Screenplay", ["screenplay", "screen", "script"]), ("Writer", ["written", "writer"]), ("Teleplay", ["teleplay"]),
    ("Adaptation", ["adaptation", "adapted"]), ("Dialogue", ["dialogue", "dialog"]), ("Story", ["story", "idea"]),
    ("Short Story", ["short"]), ("Novel", ["novel", "novella", "novels"]), ("Graphic Novel", ["graphic"]),
    ("Comic Book", ["comic", "comics", "manga", "webtoon"]), ("Book", ["book", "books", "memoir", "autobiography"]),
    ("Theatre Play", ["play", "stage"]), ("Musical", ["musical"]), ("Article", ["article"]), ("Poem", ["poem"]),
    ("Characters", ["character", "characters", "created", "creator"]),
  ]

  /// The index of the job that the first known word of a note means; that of the writer if there is none.
  private static func rank(ofNote note: String) -> Int {
    let words = note.lowercased().split { !$0.isLetter }.map(String.init)
    return words.lazy.compactMap { word in jobs.firstIndex { $0.words.contains(word) } }.first
      ?? jobs.firstIndex { $0.name == "Writer" } ?? 0
  }

  private static func credits(_ text: String) -> [(name: String, notes: [String])] {
    var people: [(name: String, notes: [String])] = []
    for part in list(text) {
      let pieces = part.split(separator: "(", omittingEmptySubsequences: false)
      guard let name = pieces.first.flatMap({ CleanText.line(String($0)) }), isGiven(name) else { continue }
      let notes = pieces.dropFirst().compactMap { CleanText.line(String($0.prefix { $0 != ")" })) }
      if suffixes.contains(name), let last = people.popLast() {
        people.append(("\(last.name), \(name)", last.notes + notes))
      } else {
        people.append((name, notes))
      }
    }
    return people
  }

  private static let suffixes: Set<String> = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"]

  private static func isGiven(_ text: String) -> Bool { text.lowercased() != "n/a" }
}
