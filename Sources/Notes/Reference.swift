/// A film that a text names.
public struct Reference: Hashable, Sendable {
  /// The names of catalogs, which begin ids such as `tmdb:670`.
  public static let catalogs = ["builtin", "imdb", "tmdb", "omdb", "naver"]

  /// What names the film.
  public enum Target: Hashable, Sendable {
    /// An id, or a URL of a site about films.
    case film(QueryReference)
    /// A title, and the year in parentheses behind it.
    case title(String, year: Int?)
  }

  /// The way in which it is written.
  public enum Form: Sendable {
    /// A bare URL, or a link to it.
    case url
    /// An id, or a link to it.
    case id
    /// `[[Title]]`.
    case wikiLink
    /// `Title (Year)` where a list item, a heading or a cell begins.
    case title
  }

  public var target: Target
  public var form: Form
  /// The bytes from the start of the line. The whole link, if it is one.
  public var range: Range<Int>

  /// Whether the film is certain without a search for its title.
  public var isCertain: Bool {
    switch target {
    case .film(.imdb), .film(.movie): true
    case .film(.title), .title: false
    }
  }
}

/// The syntax of a document, as far as references depend on it.
public enum Markup: String, Sendable {
  // Raw values are the endings of file names.
  case markdown = "md"
  case org
  case restructuredText = "rst"
  case asciiDoc = "adoc"
  case plain = "txt"

  private static let otherNames: [String: Markup] = [
    "markdown": .markdown, "quarto": .markdown, "rmd": .markdown, "mdx": .markdown, "vimwiki": .markdown,
    "restructuredtext": .restructuredText, "asciidoc": .asciiDoc, "asciidoctor": .asciiDoc,
  ]

  private init?(name: String) {
    guard let markup = Self(rawValue: name.lowercased()) ?? Self.otherNames[name.lowercased()] else { return nil }
    self = markup
  }

  /// - Parameter languageId: as editors name the language of a document.
  public init(languageId: String) { self = Self(name: languageId) ?? .plain }

  /// Nil if the name of the file has no ending of such texts.
  public init?(fileName: String) { self.init(name: fileName.split(separator: ".").last.map(String.init) ?? "") }
}
