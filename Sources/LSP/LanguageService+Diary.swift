import JSON
import JSONRPC
import Notes
import OperatingSystem
import Platform

extension LanguageService {
  /// `movies.logDocument`: logs all viewings of a diary as one change, after the user has seen what would be logged.
  /// Its result is that of `importLibrary`; without a change if the user declines.
  func logDocument(_ argument: JSON, _ client: ClientCapabilities) async throws -> JSON {
    let uri = argument["uri"]?.string ?? argument.string ?? ""
    guard let document = state.withLock({ $0.documents[uri] }) else {
      throw RPCError.invalidParams("The argument must be an object with the uri of an open document.", field: "uri")
    }
    // The text as it is in the editor, which may not be saved.
    makeDirectory(pages.folder)
    let path = "\(pages.folder)/.diary.\(getpid()).\(document.text.markup.fileExtension)"
    unlink(path)
    do throws(FileError) {
      try createFile(path, document.text.bytes, isDurable: false)
    } catch {
      throw RPCError.requestFailed("The diary \(error.description).")
    }
    defer { unlink(path) }
    let params: [JSON.Member] = [JSON.Member("path", .string(path)), JSON.Member("format", "notes")]
    let trial = try await films.call("importLibrary", .object(params + [JSON.Member("dryRun", true)]))
    let changes = (trial["added"]?.int ?? 0) + (trial["changed"]?.int ?? 0)
    let summary = Self.summary(trial)
    guard changes > 0 else {
      show(summary)
      return trial
    }
    let log = "Log them"
    let choice = try await ask(
      "window/showMessageRequest",
      ["type": 3, "message": .string(summary), "actions": [["title": .string(log)], ["title": "Cancel"]]])
    guard choice["title"]?.string == log else { return trial }
    return try await films.call("importLibrary", .object(params))
  }

  private static func summary(_ trial: JSON) -> String {
    let changes = (trial["added"]?.int ?? 0) + (trial["changed"]?.int ?? 0)
    let lines = trial["unmatched"]?.array?.compactMap { $0["line"]?.int }.map(String.init) ?? []
    let unreadable = lines.isEmpty ? "" : " These lines name no film that is known: \(lines.joined(separator: ", "))."
    let read = trial["read"]?.int ?? 0
    return "Of \(read) lines with a day, the viewings of \(changes) films are new.\(unreadable)"
  }
}

extension Markup {
  fileprivate var fileExtension: String {
    switch self {
    case .markdown: "md"
    case .org: "org"
    case .restructuredText: "rst"
    case .asciiDoc: "adoc"
    case .plain: "txt"
    }
  }
}
