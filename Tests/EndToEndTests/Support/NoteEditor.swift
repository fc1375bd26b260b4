import JSON

/// An editor that speaks the Language Server Protocol to `movie-server lsp`, and answers the server's requests.
final class NoteEditor {
  let server: ServerProcess
  private(set) var notifications: [JSON] = []
  /// The methods of the server's requests.
  private(set) var requests: [String] = []
  /// The answers to them by method; others get null.
  var answers: [String: JSON] = [:]
  private var version = 1

  /// All capabilities that the server uses.
  static let capabilities: JSON = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": [
      "hover": ["contentFormat": ["markdown", "plaintext"]],
      "completion": ["completionItem": ["documentationFormat": ["markdown"]]],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": [""]]]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true], "documentLink": ["tooltipSupport": true],
      "publishDiagnostics": [:],
    ],
    "workspace": [
      "inlayHint": ["refreshSupport": true], "workspaceEdit": ["documentChanges": true],
      "symbol": ["resolveSupport": ["properties": ["location.range"]]],
    ],
    "window": ["showDocument": ["support": true]],
  ]

  /// - Parameter options: the settings, as `initializationOptions`.
  init(_ server: ServerProcess, capabilities: JSON = capabilities, options: JSON = [:]) throws {
    self.server = server
    initialized = .null
    initialized = try ask(
      "initialize",
      ["processId": .null, "rootUri": .null, "capabilities": capabilities, "initializationOptions": options])
    try notify("initialized")
  }

  /// The result of `initialize`.
  private(set) var initialized: JSON

  func notify(_ method: String, _ params: JSON = [:]) throws {
    try server.send(line: (["jsonrpc": "2.0", "method": .string(method), "params": params] as JSON).jsonText)
  }

  func ask(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let reply = try reply(to: try server.send(method, params))
    guard let result = reply["result"] else { throw Failure("Not a result: \(reply.jsonText)") }
    return result
  }

  func reply(to id: JSON) throws -> JSON {
    var reply: JSON?
    try receive { message in
      guard message["method"] == nil, message["id"] == id else { return false }
      reply = message
      return true
    }
    return reply ?? .null
  }

  /// Reads messages until one is the wanted one.
  func receive(until isWanted: (JSON) -> Bool) throws {
    while let message = try server.nextLine()?.json {
      if let method = message["method"]?.string {
        if let id = message["id"] {
          requests.append(method)
          let answer: JSON = ["jsonrpc": "2.0", "id": id, "result": answers[method] ?? .null]
          try server.send(line: answer.jsonText)
        } else {
          notifications.append(message)
        }
      }
      if isWanted(message) { return }
    }
    throw Failure("The output ended.")
  }

  // MARK: Documents

  static let uri = "file:///notes/films.md"
  static let document: JSON = ["uri": .string(uri)]

  func open(_ text: String, language: String = "markdown") throws {
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(Self.uri), "languageId": .string(language), "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Replaces a part of a line.
  func edit(_ line: Int, _ characters: Range<Int>, _ text: String) throws {
    version += 1
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(Self.uri), "version": .integer(version)],
        "contentChanges": [["range": Self.range(line, characters), "text": .string(text)]],
      ])
  }

  static func range(_ line: Int, _ characters: Range<Int>) -> JSON {
    [
      "start": ["line": .integer(line), "character": .integer(characters.lowerBound)],
      "end": ["line": .integer(line), "character": .integer(characters.upperBound)],
    ]
  }

  static func place(_ line: Int, _ character: Int) -> JSON {
    ["textDocument": document, "position": ["line": .integer(line), "character": .integer(character)]]
  }

  /// The labels of the hints of all lines.
  func hints() throws -> [String] {
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 100_000, "character": 0]]
    return try ask("textDocument/inlayHint", ["textDocument": Self.document, "range": range]).array?.compactMap {
      $0["label"]?.string
    } ?? []
  }

  /// The actions at a place, by title.
  func actions(_ line: Int, _ character: Int, trigger: Int = 1) throws -> [String: JSON] {
    let params: JSON = [
      "textDocument": Self.document, "range": Self.range(line, character..<character),
      "context": ["diagnostics": [], "triggerKind": .integer(trigger)],
    ]
    let actions = try ask("textDocument/codeAction", params).array ?? []
    return Dictionary(actions.map { ($0["title"]?.string ?? "", $0) }) { first, _ in first }
  }

  func execute(_ action: JSON?) throws -> JSON {
    guard let command = action?["command"] else { throw Failure("The action is no command.") }
    return try ask(
      "workspace/executeCommand", ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? []])
  }
}
