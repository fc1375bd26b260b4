import Foundation
import JSON
import Testing

/// The language client of an editor, which uses header framing.
@Suite("header framing")
struct HeaderFramingTests {
  @Test func `an editor's whole session is answered in the same framing, with correct lengths`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(readsOutput: false)
      let editor = Editor(server)
      let start = try editor.ask(
        "initialize", ["clientInfo": ["name": "An editor – 편집기"], "locale": "ko_KR.UTF-8", "processId": .null])
      #expect(start["protocolVersion"] == "1.0")
      let page = try editor.ask("search", ["query": "기생충"])
      #expect(page["query"] == "기생충")
      #expect(page["items"]?.array?.first?["title"] == "기생충")
      #expect(editor.notifications.filter { $0["method"] == "loading" }.count == 2)
      let star = try editor.ask("star", ["id": try #require(page["items"]?.array?.first?["id"])])
      #expect(star["revision"] == 1)
      let change = editor.notifications.last { $0["method"] == "favoritesChanged" }
      #expect(change?["params"]?["added"]?.array?.first?["title"] == "기생충")
      let own = try editor.ask("star", ["movie": ["id": "x:é", "title": "👩‍👩‍👧 \\ \" é"]])
      #expect(own["id"] == "x:é")
      let favorites = try editor.ask("favorites", ["sort": "starredAt"])
      #expect(favorites["items"]?.array?.first?["title"] == "👩‍👩‍👧 \\ \" é")
      #expect(try editor.ask("shutdown") == [:])
      try editor.send(["jsonrpc": "2.0", "method": "exit"])
      #expect(try server.waitForExit() == .exited(0))
      #expect(try editor.next() == nil)
      #expect(editor.unread.isEmpty)
    }
  }

  @Test func `other headers in any case and order, and several messages in one write, are accepted`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(readsOutput: false)
      let editor = Editor(server)
      let body = ServerProcess.request(1, "search", ["query": "amélie", "limit": 1])
      let length = body.utf8.count
      try server.write(
        """
        Content-Length: \(length)\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n\(body)\
        content-type: x\r\nCONTENT-LENGTH:\(length)\r\n\r\n\(body.replacing("\"id\":1", with: "\"id\":2"))
        """)
      for id in 1...2 { #expect(try editor.reply(to: .integer(id))["result"]?["query"] == "amélie") }
      server.closeInput()
      #expect(try editor.next() == nil)
      #expect(try server.waitForExit() == .exited(0))
    }
  }
}

/// Uses header framing, and rejects any other.
private final class Editor {
  private let server: ServerProcess
  private(set) var notifications: [JSON] = []
  private(set) var unread: [UInt8] = []

  init(_ server: ServerProcess) { self.server = server }

  func send(_ message: JSON) throws {
    let body = message.jsonText
    try server.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  func ask(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = server.nextID()
    try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    let reply = try reply(to: id)
    guard let result = reply["result"] else { throw Failure("Not a result: \(reply.jsonText)") }
    return result
  }

  /// Reads the next response, which must have this id.
  func reply(to id: JSON) throws -> JSON {
    while let message = try next() {
      if message["method"] != nil {
        notifications.append(message)
      } else if message["id"] == id {
        return message
      } else {
        throw Failure("Not the response to \(id.jsonText): \(message.jsonText)")
      }
    }
    throw Failure("The output ended before the response to \(id.jsonText).")
  }

  /// Reads the next message; returns nil at the end of the output.
  func next() throws -> JSON? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let blank = unread.firstRange(of: end) {
        let header = String(decoding: unread[..<blank.lowerBound], as: UTF8.self)
        guard header.hasPrefix("Content-Length: "), let length = Int(header.dropFirst(16)) else {
          throw Failure("Not a header: \(header)")
        }
        let body = unread[blank.upperBound...].prefix(length)
        if body.count == length {
          defer { unread.removeFirst(blank.upperBound + length) }
          return try JSON.parse(Array(body))
        }
      }
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
      defer { chunk.deallocate() }
      let bytes = try server.child.output.nextBytes(into: chunk)
      if bytes.isEmpty { return nil }
      unread += bytes
    }
  }
}
