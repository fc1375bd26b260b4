/// What the client has declared in `initialize`. The server uses nothing else of the client.
struct ClientCapabilities: Sendable {
  private let json: JSON
  /// The first of the client's encodings that the server knows.
  let encoding: PositionEncoding

  init(_ json: JSON) {
    self.json = json
    let encodings = json.at("general", "positionEncodings")?.array ?? []
    encoding = encodings.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
  }

  private var document: JSON { json["textDocument"] ?? .null }
  private var workspace: JSON { json["workspace"] ?? .null }

  private func isMarkdown(_ formats: JSON?) -> Bool { formats?.array?.first == "markdown" }

  var showsMarkdownInHover: Bool { isMarkdown(document.at("hover", "contentFormat")) }
  var showsMarkdownInCompletion: Bool { isMarkdown(document.at("completion", "completionItem", "documentationFormat")) }
  /// Whether code actions may be more than commands.
  var hasCodeActions: Bool { document.at("codeAction", "codeActionLiteralSupport") != nil }
  var hasSymbolTrees: Bool { document.at("documentSymbol", "hierarchicalDocumentSymbolSupport") == true }
  var hasLinkTooltips: Bool { document.at("documentLink", "tooltipSupport") == true }
  var showsDiagnostics: Bool { document["publishDiagnostics"] != nil }
  /// Whether edits may name the version of the document.
  var hasDocumentChanges: Bool { workspace.at("workspaceEdit", "documentChanges") == true }
  var refreshesHints: Bool { workspace.at("inlayHint", "refreshSupport") == true }
  /// Whether the range of a symbol may be resolved later.
  var resolvesSymbols: Bool {
    workspace.at("symbol", "resolveSupport", "properties")?.array?.contains("location.range") == true
  }
  var showsDocuments: Bool { json.at("window", "showDocument", "support") == true }
}

struct NoteSettings: Sendable {
  /// The form of a film that is inserted. Raw values are those of `notes.style`.
  enum Style: String {
    /// `[Title (Year)](link)`
    case markdown
    /// `[[Title (Year)]]`
    case wiki
    /// `[[link][Title (Year)]]`
    case org
    /// `Title (Year)`
    case plain
  }

  /// Nil for that of the document's language.
  var style: Style?
  /// Whether hints are shown for references that name no film, or several.
  var hasDiagnostics = false

  init(_ json: JSON?) {
    style = json?.at("notes", "style")?.string.flatMap(Style.init)
    hasDiagnostics = json?.at("notes", "diagnostics") == true
  }

  func style(in markup: Markup) -> Style { style ?? (markup == .markdown ? .markdown : markup == .org ? .org : .plain) }
}
