import MovieCore

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
public enum Markup: Sendable {
  case markdown, org, restructuredText, asciiDoc, plain

  /// - Parameter languageId: as editors name the language of a document.
  public init(languageId: String) {
    switch languageId.lowercased() {
    case "markdown", "md", "quarto", "rmd", "mdx", "vimwiki": self = .markdown
    case "org": self = .org
    case "restructuredtext", "rst": self = .restructuredText
    case "asciidoc", "asciidoctor", "adoc": self = .asciiDoc
    default: self = .plain
    }
  }
}
