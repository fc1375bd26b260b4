import JSON
import Testing

@Suite("paging")
struct PagingTests {
  @Test(arguments: [1, 7, 20, 100])
  func `paging to the end returns every item once, with correct offsets`(_ limit: Int) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      // The whole list, in pages of the maximum size, to compare with.
      let whole = try pages(of: server, list: "whole", limit: 100)
      let ids = whole.flatMap { items($0) }
      let total = try #require(whole.first?["total"]?.int)
      #expect(total > 100)
      #expect(ids.count == total)
      #expect(Set(ids).count == total)

      let pages = try pages(of: server, list: "by \(limit)", limit: limit)
      #expect(pages.flatMap { items($0) } == ids)
      #expect(pages.map { $0["page"]?.int } == Array(1...pages.count))
      #expect(pages.map { $0["offset"]?.int } == pages.indices.map { $0 * limit })
      #expect(pages.dropLast().allSatisfy { items($0).count == limit })
      #expect(pages.allSatisfy { $0["total"]?.int == total })

      let past = try server.ask("nextPage", ["list": .string("by \(limit)")]).result
      #expect(items(past).isEmpty)
      #expect(past["hasMore"] == false)
      #expect(past["offset"]?.int == total)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `nextPage continues a section of home to its end`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let home = try server.ask("home", ["sections": ["korean"]]).result
      var page = try #require(home["sections"]?.array?.first)
      let total = try #require(page["total"]?.int)
      var ids = items(page)
      while page["hasMore"] == true {
        page = try server.ask("nextPage", ["list": "home:korean"]).result
        #expect(page["offset"]?.int == ids.count)
        ids += items(page)
      }
      #expect(ids.count == total)
      #expect(Set(ids).count == total)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: [true, false])
  func `a burst of nextPages returns one page, in one write and in many`(isOneWrite: Bool) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      // The search waits, so that the page is in flight however slowly the burst arrives.
      try server.send("search", ["query": "the", "limit": 5, "debounceMs": 500])
      let ids = (0..<20).map { _ in server.nextID() }
      let lines = ids.map { ServerProcess.request($0, "nextPage") + "\n" }
      for text in isOneWrite ? [lines.joined()] : lines { try server.write(text) }
      try expectOnePage(server, ids)
    }
  }

  private func expectOnePage(_ server: ServerProcess, _ ids: [JSON]) throws {
    let answers = try ids.map { try server.reply(to: $0).result }
    #expect(answers[0]["page"] == 2)
    #expect(answers[0]["offset"] == 5)
    #expect(Set(answers).count == 1)
    // No page was skipped.
    let next = try server.ask("nextPage").result
    #expect(next["page"] == 3)
    #expect(next["offset"] == 10)
    #expect(try server.finish() == .exited(0))
  }

  @Test func `a newer search supersedes the search and the pages that wait for it`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let search = try server.send("search", ["query": "toy story", "debounceMs": 60000])
      let pages = try (0..<3).map { _ in try server.send("nextPage") }
      let newer = try server.ask("search", ["query": "okja"]).result
      #expect(newer["query"] == "okja")
      for id in [search] + pages { #expect(try server.reply(to: id).reason == "superseded") }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a page that waits for a cancelled search fails with listNotReady`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let search = try server.send("search", ["query": "toy story", "debounceMs": 60000])
      let page = try server.send("nextPage")
      let cancellation: JSON = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": search]]
      try server.send(line: cancellation.jsonText)
      #expect(try server.reply(to: search).reason == "cancelled")
      #expect(try server.reply(to: page).reason == "listNotReady")
      #expect(try server.finish() == .exited(0))
    }
  }

  private func items(_ page: JSON) -> [String] { page["items"]?.array?.compactMap { $0["id"]?.string } ?? [] }

  private func pages(of server: ServerProcess, list: String, limit: Int) throws -> [JSON] {
    var page = try server.ask("search", ["query": "the", "list": .string(list), "limit": .integer(limit)]).result
    var pages = [page]
    while page["hasMore"] == true {
      page = try server.ask("nextPage", ["list": .string(list)]).result
      pages.append(page)
    }
    return pages
  }
}
