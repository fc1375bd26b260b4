/// The sentences of commands in the user's language, as far as `clients/translations` has them. The English text is the
/// key; its placeholders are names in braces.
struct Sentences {
  private let table: JSON
  /// The number of the language in `NameTable`.
  let language: Int

  /// - Parameter language: a BCP 47 tag, such as `ko-KR`.
  init(language: String?) {
    self.language = CatalogLanguage.number(of: language)
    let name = language?.languageCode
    // Most people's language has no table, and that of the server's sentences needs none.
    table = name.flatMap { $0 == "en" ? nil : (try? JSON.parse(PackageResources.translations_json))?[$0] } ?? [:]
  }

  /// In the language that the arguments and the settings name, or else the variables.
  static func ofUser(_ arguments: [String]) -> Sentences {
    let words = arguments.flatMap { $0.hasPrefix("--locale=") ? ["--locale", String($0.dropFirst(9))] : [$0] }
    let given = zip(words, words.dropFirst()).filter { $0.0 == "--locale" }.map { (flag: $0, value: $1) }
    let environment = (try? Environment.variables()) ?? [:]
    // Settings with a mistake may be what is to be reported.
    let configuration = try? Configuration(given: given, environment: environment)
    return Sentences(language: configuration.map(\.language) ?? Environment.language(environment))
  }

  /// - Parameter values: an object with a text or a number for each placeholder.
  func callAsFunction(_ text: String, _ values: JSON = [:]) -> String {
    var rest = (table[text]?.string ?? text)[...]
    var result = ""
    while let begin = rest.firstIndex(of: "{"), let end = rest[begin...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: begin)..<end])
      let (value, noun) = (values[name], Self.nouns[name])
      let number = value?.int.map(grouped) ?? value?.jsonText ?? "{\(name)}"
      let text = noun.map { self(value?.int == 1 ? $0.0 : $0.1, ["count": .string(number)]) }
      result += rest[..<begin] + (value?.string ?? text ?? number)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// The placeholders whose numbers are printed with a noun: one of these things, and several.
  private static let nouns = [
    "films": ("1 film", "{count} films"), "viewings": ("1 viewing", "{count} viewings"),
    "hours": ("1 hour", "{count} hours"), "rewatches": ("1 rewatch", "{count} rewatches"),
    "read": ("1 row", "{count} rows"), "matched": ("1 film", "{count} films"), "votes": ("1 vote", "{count} votes"),
  ]

  /// What a person is told of an error. In English that is its message, which says more than a sentence for its reason.
  func callAsFunction(_ error: RPCError) -> String {
    guard table[error.reason] != nil else { return reworded(error.message) }
    let catalog = error.details.first { $0.name == "catalog" }?.value.string
    return self(error.reason, ["catalog": .string(catalog ?? "")])
  }

  /// A message of the server as a person reads it.
  func reworded(_ message: String) -> String {
    for (template, sentence) in Self.ofMessages {
      if let values = Self.values(of: template, in: message) { return self(sentence ?? template, values) }
    }
    return message
  }

  /// The values of the placeholders with which a template is the text; nil if it is another text.
  private static func values(of template: String, in text: String) -> JSON? {
    var (values, rest): ([JSON.Member], Substring) = ([], text[...])
    for part in template.split(separator: "{") {
      let pieces = part.split(separator: "}")
      guard let range = rest.firstRange(of: pieces[pieces.count - 1]) else { return nil }
      let value = rest[..<range.lowerBound]
      if pieces.count == 2 { values.append(JSON.Member(String(pieces[0]), .string(String(value)))) }
      guard pieces.count == 2 || value.isEmpty else { return nil }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty ? .object(values) : nil
  }

  private static let noGenre = "{catalog} has no genre “{genre}”; “movie-server genres” lists them"

  /// The sentences for messages of the server; nil for the message itself. A placeholder ends at the text after it.
  private static let ofMessages: [(template: String, sentence: String?)] = [
    ("The catalog {catalog} has no genre “{genre}”. The method genres lists them.", noGenre),
    ("The catalog {catalog} has no movie {id}.", "{catalog} has no film {id}."),
    ("The catalog {catalog} has no home section “{section}”.", nil), ("The day {day} is in the future.", nil),
    ("The catalog {catalog} has no person {id}.", nil), ("There is no viewing {viewing}.", nil),
    ("cannot read {path}: {reason}.", nil), ("cannot write {path}: {reason}.", nil),
  ]
}
