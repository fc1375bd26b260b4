import JSON
import Notes

/// What the client has declared in `initialize`. The server uses nothing else of the client.
struct ClientCapabilities: Sendable {
  /// The first of the client's encodings that the server knows.
  var encoding = PositionEncoding.utf16
  var (showsMarkdownInHover, showsMarkdownInCompletion) = (false, false)
  /// Whether code actions may be more than commands.
  var hasCodeActions = false
  /// Whether edits may name the version of the document.
  var hasDocumentChanges = false
  var hasSymbolTrees = false
  /// Whether the range of a symbol may be resolved later.
  var resolvesSymbols = false
  var refreshesHints = false
  var showsDocuments = false
  var hasLinkTooltips = false
  var showsDiagnostics = false

  init(_ json: JSON) {
    let encodings = json.at("general", "positionEncodings")?.array ?? []
    encoding = encodings.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
    let document = json["textDocument"] ?? .null
    func isMarkdown(_ formats: JSON?) -> Bool { formats?.array?.first == "markdown" }
    showsMarkdownInHover = isMarkdown(document.at("hover", "contentFormat"))
    showsMarkdownInCompletion = isMarkdown(document.at("completion", "completionItem", "documentationFormat"))
    hasCodeActions = document.at("codeAction", "codeActionLiteralSupport") != nil
    hasSymbolTrees = document.at("documentSymbol", "hierarchicalDocumentSymbolSupport") == true
    hasLinkTooltips = document.at("documentLink", "tooltipSupport") == true
    showsDiagnostics = document["publishDiagnostics"] != nil
    let workspace = json["workspace"] ?? .null
    hasDocumentChanges = workspace.at("workspaceEdit", "documentChanges") == true
    refreshesHints = workspace.at("inlayHint", "refreshSupport") == true
    resolvesSymbols =
      workspace.at("symbol", "resolveSupport", "properties")?.array?.contains("location.range") == true
    showsDocuments = json.at("window", "showDocument", "support") == true
  }
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

  func style(in markup: Markup) -> Style {
    if let style { return style }
    switch markup {
    case .markdown: return .markdown
    case .org: return .org
    case .restructuredText, .asciiDoc, .plain: return .plain
    }
  }
}
