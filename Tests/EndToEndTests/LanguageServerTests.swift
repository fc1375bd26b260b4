import Foundation
import JSON
import Notes
import TestSupport
import Testing

@testable import movie_server

/// An editor with `movie-server lsp`.
@Suite("language server")
struct LanguageServerTests {
  @Test func `completes, shows, stars, hints and finds a film`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(try sandbox.launch("lsp", "--stdio", framing: .headers))
      #expect(editor.initialized["capabilities"]?["positionEncoding"] == "utf-16")
      try editor.open("# Films 😀\r\n\r\n- 😀 [[paras\r\n")
      let completion = try editor.ask("textDocument/completion", NoteEditor.place(2, 12))
      let item = try #require(completion["items"]?.array?.first)
      #expect(completion["isIncomplete"] == true)
      #expect(item["label"] == "Parasite (2019)")
      #expect(item["filterText"] == "[[paras")
      #expect(item["textEdit"]?["range"] == NoteEditor.range(2, 5..<12))
      #expect(item["textEdit"]?["newText"] == "[Parasite (2019)](https://www.imdb.com/title/tt6751668/)")
      let resolved = try editor.ask("completionItem/resolve", item)
      #expect(resolved["documentation"]?["value"]?.string?.contains("Bong Joon\\-ho") == false)
      #expect(resolved["documentation"]?["value"]?.string?.contains("Bong Joon") == true)

      try editor.edit(2, 5..<12, try #require(item["textEdit"]?["newText"]?.string))
      let hover = try editor.ask("textDocument/hover", NoteEditor.place(2, 8))
      #expect(hover["contents"]?["kind"] == "markdown")
      #expect(hover["contents"]?["value"]?.string?.hasPrefix("### Parasite (2019)\n\n") == true)
      #expect(hover["range"] == NoteEditor.range(2, 5..<61))
      #expect(try editor.hints() == ["2019 · 132 min"])

      let result = try editor.execute(try editor.actions(2, 8)["Star Parasite (2019)"])
      #expect(result["isFavorite"] == true)
      #expect(try editor.hints() == ["★ 2019 · 132 min"])
      #expect(try editor.actions(2, 8)["Remove the star of Parasite (2019)"] != nil)
      #expect(
        try editor.ask("textDocument/hover", NoteEditor.place(2, 8))["contents"]?["value"]?.string?.contains("★")
          == true)

      let symbols = try editor.ask("workspace/symbol", ["query": "기생충"]).array ?? []
      #expect(symbols.first?["name"] == "Parasite")
      let symbol = try editor.ask("workspaceSymbol/resolve", try #require(symbols.first))
      let uri = try #require(symbol["location"]?["uri"]?.string)
      let path = try #require(URL(string: uri)?.path)
      #expect(try sandbox.text(path).hasPrefix("### Parasite (2019)\n\n"))
      #expect(try sandbox.permissions(path) == 0o400)

      #expect(try editor.ask("shutdown") == .null)
      try editor.notify("exit")
      #expect(try editor.server.waitForExit() == .exited(0))
    }
  }

  @Test func `another editor's star refreshes the hints`() throws {
    try Sandbox.use { sandbox in
      let (one, other) = (
        try NoteEditor(try sandbox.launch("lsp", framing: .headers)),
        try NoteEditor(try sandbox.launch("lsp", framing: .headers))
      )
      for editor in [one, other] {
        try editor.open("- Oldboy (2003)\n- [[Parasite]] tmdb:670\n")
        #expect(try editor.hints() == ["2003 · 120 min", "2019 · 132 min"])
      }
      _ = try one.execute(try one.actions(0, 3)["Star Oldboy (2003)"])
      try other.receive { $0["method"] == "workspace/inlayHint/refresh" }
      #expect(try other.hints() == ["★ 2003 · 120 min", "2019 · 132 min"])
    }
  }

  @Test func `has symbols and links, and resolves those of titles`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(try sandbox.launch("lsp", framing: .headers))
      try editor.open("* [[Oldboy (2003)]] tt6751668\n* https://www.imdb.com/title/tt0089881/\n", language: "org")
      let symbols = try editor.ask("textDocument/documentSymbol", ["textDocument": NoteEditor.document])
      #expect(symbols.array?.map { $0["name"]?.string } == ["Oldboy (2003)", "tt6751668", "tt0089881"])
      let links = try editor.ask("textDocument/documentLink", ["textDocument": NoteEditor.document]).array ?? []
      #expect(links.map { $0["target"]?.string } == [nil, "https://www.imdb.com/title/tt6751668/"])
      let link = try editor.ask("documentLink/resolve", try #require(links.first))
      #expect(link["target"] == "https://www.imdb.com/title/tt0364569/")
      let actions = try editor.actions(0, 5)
      let edit = try #require(actions["Link Oldboy (2003)"]?["edit"]?["documentChanges"]?.array?.first)
      #expect(edit["edits"]?.array?.first?["newText"] == "[[https://www.imdb.com/title/tt0364569/][Oldboy (2003)]]")
      #expect(edit["textDocument"]?["version"] == 1)
    }
  }

  @Test func `uses only what the client has declared`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(try sandbox.launch("lsp", framing: .headers), capabilities: [:])
      try editor.open("- Oldboy (2003)\n")
      let hover = try editor.ask("textDocument/hover", NoteEditor.place(0, 3))
      #expect(hover["contents"]?["kind"] == "plaintext")
      #expect(hover["contents"]?["value"]?.string?.hasPrefix("Oldboy (2003)\n") == true)
      let actions = try editor.actions(0, 3)
      #expect(actions.values.allSatisfy { $0["command"]?.string != nil })
      #expect(
        try editor.ask("textDocument/documentSymbol", ["textDocument": NoteEditor.document]).array?.first?["location"]
          != nil)
      _ = try editor.hints()
      let star = try #require(actions["Star Oldboy (2003)"])
      _ = try editor.ask(
        "workspace/executeCommand", ["command": star["command"] ?? .null, "arguments": star["arguments"] ?? []])
      #expect(try editor.ask("workspace/symbol", ["query": "oldboy"]).array?.first?["location"]?["range"] != nil)
      #expect(editor.requests.isEmpty)
      #expect(editor.notifications.isEmpty)
    }
  }

  @Test func `keeps the protocol's order of a session`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("lsp", framing: .headers)
      let early = try server.reply(to: try server.send("textDocument/hover"))
      #expect(early.message["error"]?["code"] == -32002)
      let editor = try NoteEditor(server)
      func code(_ method: String, _ params: JSON = [:]) throws -> JSON? {
        try editor.reply(to: try server.send(method, params))["error"]?["code"]
      }
      #expect(try code("initialize") == -32600)
      #expect(try code("textDocument/rename") == -32601)
      #expect(try code("textDocument/hover") == -32602)
      #expect(try code("workspace/executeCommand", ["command": "movies.nothing"]) == -32602)
      #expect(try editor.ask("textDocument/hover", NoteEditor.place(0, 0)) == .null)
      try editor.notify("$/setTrace", ["value": "off"])
      _ = try editor.ask("shutdown")
      #expect(try code("textDocument/hover") == -32600)
      try editor.notify("exit")
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `shows hints about references only if the user wants them`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(
        try sandbox.launch("lsp", framing: .headers), options: ["notes": ["diagnostics": true, "style": "wiki"]])
      try editor.open("- tt9999999\n- Oldboy (2003) [[paras\n")
      try editor.receive { $0["method"] == "textDocument/publishDiagnostics" }
      let diagnostics = editor.notifications.last?["params"]?["diagnostics"]?.array
      #expect(diagnostics?.map { $0["severity"] } == [4])
      #expect(diagnostics?.first?["range"] == NoteEditor.range(0, 2..<11))
      let completion = try editor.ask("textDocument/completion", NoteEditor.place(1, 23))
      #expect(completion["items"]?.array?.first?["textEdit"]?["newText"] == "[[Parasite (2019)]]")
      try editor.notify("workspace/didChangeConfiguration", ["settings": ["notes": [:]]])
      try editor.receive { $0["method"] == "textDocument/publishDiagnostics" }
      #expect(editor.notifications.last?["params"]?["diagnostics"] == [])
    }
  }

  @Test func `asks no service about a document that is opened, and cancels what an edit makes void`() throws {
    let upstream = try Upstream(.tmdb)
    defer { upstream.stop() }
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        ["lsp", "--catalog", "tmdb"], environment: upstream.environment, framing: .headers)
      let editor = try NoteEditor(server)
      try editor.open("- [[Oldboy (2003)]]\n- Some Unknown Film (1999) tmdb:670 tt0364569\n")
      _ = try editor.hints()
      _ = try editor.ask("textDocument/documentLink", ["textDocument": NoteEditor.document])
      _ = try editor.ask("textDocument/documentSymbol", ["textDocument": NoteEditor.document])
      _ = try editor.actions(1, 4, trigger: 2)
      #expect(try upstream.log().requests.isEmpty)

      try upstream.setFault("stall", match: "/3/")
      let id = try server.send("textDocument/hover", NoteEditor.place(1, 30))
      try upstream.wait(for: "/3/", state: .open)
      try editor.edit(0, 0..<0, "x")
      #expect(try editor.reply(to: id)["error"]?["code"] == -32801)
    }
  }

  @Test func `keeps the watchlist, viewings and ratings, by what the line says`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(try sandbox.launch("lsp", framing: .headers))
      try editor.open("- 2024-05-01 Oldboy (2003) ★★★★½\n")
      _ = try editor.execute(try editor.actions(0, 15)["Put Oldboy (2003) on the watchlist"])
      #expect(try editor.hints() == ["2003 · 120 min · ○"])
      _ = try editor.execute(try editor.actions(0, 15)["Log that Oldboy (2003) was watched on 2024-05-01"])
      #expect(try editor.hints() == ["2003 · 120 min · ● · 9/10"])
      _ = try editor.execute(try editor.actions(0, 15)["Rate Oldboy (2003) 9/10"])
      let hover = try editor.ask("textDocument/hover", NoteEditor.place(0, 15))["contents"]?["value"]?.string ?? ""
      #expect(hover.contains("● watched on 2024-05-01"))
      #expect(hover.contains("my rating 9/10"))
    }
  }

  @Test func `finds the ids of all catalogs`() {
    #expect(Set(Reference.catalogs) == Set(Configuration.catalogs))
  }

  @Test func `answers hostile documents`() throws {
    try Sandbox.use { sandbox in
      let editor = try NoteEditor(try sandbox.launch("lsp", framing: .headers))
      for text in [
        String(repeating: "tt0364569 ", count: 1_000_000), String(repeating: "[", count: 1_000_000),
        String(repeating: "\u{301}", count: 100_000) + "tt0364569", String(repeating: "\n", count: 1_000_000),
        String(repeating: "- [x](", count: 200_000), String(repeating: "x", count: 11 << 20),
      ] {
        try editor.open(text)
        let symbols = try editor.ask("textDocument/documentSymbol", ["textDocument": NoteEditor.document])
        #expect(symbols.array?.count ?? 0 <= 10_000)
        _ = try editor.ask("textDocument/hover", NoteEditor.place(0, 100_000))
      }
      try editor.open(String(repeating: "\u{301}", count: 100) + "tt0364569")
      #expect(try editor.ask("textDocument/hover", NoteEditor.place(0, 105))["range"] == NoteEditor.range(0, 100..<109))
    }
  }
}
