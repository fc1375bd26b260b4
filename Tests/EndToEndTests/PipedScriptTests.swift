import Foundation
import JSON
import Testing

/// A shell script writes everything, closes the pipe and reads to the end.
@Suite("piped scripts")
struct PipedScriptTests {
  @Test func `one line with a search returns loading, its end and the page, and ends with status 0`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(
        input: #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}"# + "\n")
      #expect(output.status == .exited(0))
      #expect(output.errors.isEmpty)
      let lines = try messages(output.text)
      try #require(lines.count == 3)
      #expect(lines[0]["method"] == "loading")
      #expect(lines[0]["params"]?["active"] == true)
      #expect(lines[1]["method"] == "loading")
      #expect(lines[1]["params"]?["active"] == false)
      #expect(lines[1]["params"]?["outcome"] == "ok")
      let movie = lines[2]["result"]?["items"]?.array?.first
      #expect(lines[2]["id"] == 1)
      #expect(movie?["title"] == "Parasite")
      #expect(movie?["year"] == 2019)
      #expect(movie?["isFavorite"] == false)
    }
  }

  @Test func `a search and a nextPage piped together return pages 1 and 2`() throws {
    try Sandbox.use { sandbox in
      let search = ServerProcess.request(1, "search", ["query": "the", "limit": 5])
      let next = ServerProcess.request(2, "nextPage")
      let output = try sandbox.run(input: search + "\n" + next + "\n")
      #expect(output.status == .exited(0))
      // By id: responses may arrive in any order.
      let messages = try messages(output.text)
      let pages = [1, 2].compactMap { id in messages.first { $0["id"] == id }?["result"] }
      try #require(pages.count == 2)
      #expect(pages.map { $0["page"] } == [1, 2])
      #expect(pages.map { $0["offset"] } == [0, 5])
      #expect(pages.map { $0["items"]?.array?.count } == [5, 5])
      let ids = pages.flatMap { $0["items"]?.array ?? [] }.compactMap { $0["id"] }
      #expect(Set(ids).count == 10)
    }
  }

  @Test func `every request written before the end of the input is answered`() throws {
    try Sandbox.use { sandbox in
      let requests = (1...500).map { number in
        ServerProcess.request(.integer(number), number % 2 == 0 ? "genres" : "star", ["id": "builtin:tt6751668"])
      }
      let output = try sandbox.run(input: requests.joined(separator: "\n") + "\n")
      #expect(output.status == .exited(0))
      let answered = try messages(output.text).filter { $0["result"] != nil }.compactMap { $0["id"]?.int }
      #expect(answered.sorted() == Array(1...500))
    }
  }

  @Test(arguments: ["", "\n", "\r\n", "\n\n  \n"])
  func `the last line counts with and without a line end`(_ end: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(input: "\n \r\n" + ServerProcess.request("last", "genres") + end)
      #expect(output.status == .exited(0))
      let lines = try messages(output.text)
      #expect(lines.count == 1)
      #expect(lines.first?["id"] == "last")
      #expect(lines.first?["result"] != nil)
    }
  }

  @Test func `input that ends inside a line gets a parse error; earlier requests are answered as usual`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(input: ServerProcess.request(1, "genres") + "\n" + #"{"jsonrpc":"2.0","id":2,"#)
      #expect(output.status == .exited(0))
      #expect(output.errors.isEmpty)
      let lines = try messages(output.text)
      try #require(lines.count == 2)
      #expect(lines[0]["result"] != nil)
      #expect(lines[1]["id"] == .null)
      #expect(lines[1]["error"]?["code"] == -32700)
    }
  }

  @Test func `an empty input is not an error`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run()
      #expect(output.status == .exited(0))
      #expect(output.text.isEmpty)
      #expect(output.errors.isEmpty)
    }
  }

  @Test func `messages may use header framing, as in the Language Server Protocol`() throws {
    try Sandbox.use { sandbox in
      let request = ServerProcess.request(1, "search", ["query": "기생충"])
      let output = try sandbox.run(input: "Content-Length: \(request.utf8.count)\r\n\r\n" + request)
      #expect(output.status == .exited(0))
      var rest = Array(output.text.utf8)[...]
      var messages: [JSON] = []
      while !rest.isEmpty {
        let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
        let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        try #require(header.hasPrefix("Content-Length: "))
        let length = try #require(Int(header.dropFirst("Content-Length: ".count)))
        messages.append(try JSON.parse(Array(rest[end.upperBound...].prefix(length))))
        rest = rest[end.upperBound...].dropFirst(length)
      }
      #expect(messages.count == 3)
      #expect(messages.last?["result"]?["total"] == 1)
    }
  }

  /// Parses the lines, each of which must be JSON.
  private func messages(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON.parse(String($0)) }
  }
}
