import JSONRPC
import LSP
import LocalCatalog
import MovieAPI
import Notes

extension Subcommand {
  static let languageServer = Subcommand(
    "lsp", "serve an editor: films in notes (Language Server Protocol)",
    options: serverOptions,
    notes: """
      Editors start it for Markdown, Org and other texts; clients/notes/README.md has
      the lines for each. Films are ids, URLs, [[Title (Year)]], and Title (Year) at
      the beginning of an item.

      """
  ) { arguments throws(UsageError) in
    try serve(arguments, hint: "waiting for an editor, which starts this as a language server") {
      parts, followProcess in
      let notifier = Notifier(parts.methods)
      let service = LanguageService(
        parts.service(notifier, followProcess: followProcess, push: notifier.push), notifier: notifier,
        LanguageService.Configuration(
          localCatalogs: [LocalCatalog.imdbName, LocalCatalog.builtinName],
          pagesFolder: parts.configuration.paths.pages))
      return StdioServer.Endpoint(
        wire: LanguageProtocol(), handler: service, session: service.session,
        // A document is one message, in which some characters are escaped.
        messageBytes: 3 * TextDocument.maximumBytes, connect: service.connect)
    }
  }
}
