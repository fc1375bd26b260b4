import Foundation
import JSON
import JSONRPC
import TestSupport
import Testing

/// A client that does not read has bounded costs, however large its answers are.
@Suite("unread answers", .enabled(if: ProcessStatistics.isAvailable, "There is no /proc that tells."))
struct UnreadAnswersTests {
  private static let queueBytes = 4 << 20
  private static let bound = queueBytes + Connection.Limits.overheadBytes
  private static let movieCount = 8
  /// As many as can be in flight, with a star.
  private static let count = 1_023

  /// A home with favorites so large that a list of them has 128 KiB.
  private func useFavorites(_ body: (Sandbox, ServerProcess) throws -> Void) throws {
    try Sandbox.use { sandbox in
      let overview = String(repeating: "x", count: 16 << 10)
      let first = try sandbox.launch()
      for number in 0..<Self.movieCount {
        let movie: JSON = ["id": .string("x:\(number)"), "title": "A film", "overview": .string(overview)]
        #expect(try first.ask("star", ["movie": movie]).result["changed"] == true)
      }
      #expect(try first.finish() == .exited(0))
      try body(
        sandbox,
        try sandbox.launch("--max-queue-bytes", "\(Self.queueBytes)", "--no-notifications", readsOutput: false))
    }
  }

  private static func request(_ id: Int) -> String {
    ServerProcess.request(.integer(id), "favorites", ["limit": 1_000])
  }

  /// Sends a star, and waits until another process sees it.
  private func starAndWait(_ server: ServerProcess, in sandbox: Sandbox) throws {
    let line = ServerProcess.request("star", "star", ["movie": ["id": "x:last", "title": "A film"]])
    try server.send(line: line)
    let other = try sandbox.launch()
    _ = try other.ask("initialize")
    #expect(try sandbox.wait { try other.ask("favorites", ["limit": 1]).result["total"]?.int == Self.movieCount + 1 })
    #expect(try other.finish() == .exited(0))
  }

  private func readAll(_ server: ServerProcess) throws -> Data {
    var all = Data()
    try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 8) { chunk in
      while case let bytes = try server.child.output.nextBytes(into: chunk), !bytes.isEmpty {
        all.append(contentsOf: bytes.bindMemory(to: UInt8.self))
      }
    }
    return all
  }

  /// The ids of the responses that list favorites or are `overloaded`. Does not parse the long output.
  private static func answers(in output: Data) -> [Int] {
    let start = Data(#"{"jsonrpc":"2.0","id":"#.utf8)
    var ids: [Int] = []
    var rest = output[...]
    while let match = rest.range(of: start) {
      rest = rest[match.upperBound...]
      let head = String(decoding: rest.prefix(60), as: UTF8.self)
      let id = head.prefix { $0.isNumber }
      let outcome = head.dropFirst(id.count)
      if outcome.hasPrefix(#","result":{"epoch""#) || outcome.hasPrefix(#","error":{"code":1018,"#) {
        ids += [Int(id) ?? -1]
      }
    }
    return ids
  }

  @Test func `1,023 lists of favorites cost bounded memory, a star behind them is done, and all are answered`() throws {
    try useFavorites { sandbox, server in
      for id in 0..<Self.count { try server.send(line: Self.request(id)) }
      try starAndWait(server, in: sandbox)
      let statistics = ProcessStatistics(of: server.processID)
      #expect(try statistics.peakMemory() < Self.bound)
      // When it has moved the star from the log into the favorites file, it waits without using the processor.
      #expect(try statistics.comesToRest())

      server.closeInput()
      var answered = AnsweredIDs(count: Self.count)
      try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 8) { chunk in
        while case let bytes = try server.child.output.nextBytes(into: chunk), !bytes.isEmpty {
          answered.take(UnsafeRawBufferPointer(bytes))
          if answered.total < Self.count { #expect(try statistics.peakMemory() < Self.bound) }
        }
      }
      // The star's response has an id of another kind.
      #expect(answered.total == Self.count + 1 && answered.unknown + answered.repeated == 1)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  /// Every list shows the tags of its films. Each has as many of the longest ones as the server takes.
  @Test(
    arguments: [
      ("home", [:]), ("search", ["query": "the", "limit": 100]), ("discover", ["limit": 100]),
      ("favorites", ["limit": 1_000]), ("library", ["limit": 1_000]), ("library", ["since": 0]),
    ] as [(String, JSON)])
  func `lists of films with many long tags cost bounded memory`(method: String, params: JSON) throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch()
      for film in try first.ask("discover", ["limit": 100]).result.list("items") {
        let taken = try [100, 19].contains { count in
          let tags = (0..<count).map { JSON.string(String(repeating: "\"", count: 97) + "\($0)") }
          let mark: JSON = ["id": film["id"] ?? .null, "starred": true, "tags": .array(tags)]
          return try first.ask("mark", mark).reason == nil
        }
        #expect(taken)
      }
      #expect(try first.finish() == .exited(0))
      let server = try sandbox.launch(
        "--max-queue-bytes", "\(Self.queueBytes)", "--no-notifications", readsOutput: false)
      for id in 0..<Self.count { try server.send(line: ServerProcess.request(.integer(id), method, params)) }
      let line = ServerProcess.request("star", "star", ["movie": ["id": "x:last", "title": "A film"]])
      try server.send(line: line)
      let other = try sandbox.launch()
      #expect(try sandbox.wait { try other.ask("favorites", ["query": "a film"]).result["total"] == 1 })
      #expect(try ProcessStatistics(of: server.processID).peakMemory() < Self.bound)
    }
  }

  @Test func `the same requests in batches cost bounded memory, and each is answered or told to come again`() throws {
    try useFavorites { sandbox, server in
      for start in stride(from: 0, to: Self.count, by: 100) {
        let requests = (start..<min(start + 100, Self.count)).map(Self.request)
        try server.send(line: "[\(requests.joined(separator: ","))]")
      }
      try starAndWait(server, in: sandbox)
      let statistics = ProcessStatistics(of: server.processID)
      #expect(try statistics.peakMemory() < Self.bound)

      server.closeInput()
      #expect(try Self.answers(in: readAll(server)).sorted() == Array(0..<Self.count))
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `requests for the largest answers of a service cost bounded memory, and are answered in time when read`()
    throws
  {
    let upstream = try Upstream(.tmdb)
    let overview = JSON.string(String(repeating: "x", count: 18_000))
    let rows = (1...100).map { id in
      JSON.object([.init("id", .integer(id)), .init("title", "A"), .init("overview", overview)])
    }
    try upstream.setFault(
      "json", ["value": ["page": 1, "total_pages": 1, "total_results": 100, "results": .array(rows)]],
      match: "/discover/movie")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        ["--catalog", "tmdb", "--max-queue-bytes", "\(Self.queueBytes)", "--no-notifications"],
        environment: upstream.environment, readsOutput: false)
      for id in 0..<Self.count {
        try server.send(
          line: ServerProcess.request(.integer(id), "discover", ["list": .string("\(id % 100)"), "limit": 100]))
      }
      try upstream.wait(for: "/discover/movie", state: .done)
      let statistics = ProcessStatistics(of: server.processID)
      server.closeInput()
      var answered = AnsweredIDs(count: Self.count)
      try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 8) { chunk in
        while case let bytes = try server.child.output.nextBytes(into: chunk), !bytes.isEmpty {
          answered.take(UnsafeRawBufferPointer(bytes))
          if answered.total < Self.count { #expect(try statistics.peakMemory() < Self.bound) }
        }
      }
      #expect(answered.total == Self.count && answered.unknown + answered.repeated == 0)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test(arguments: ["0", "[0]", #"{"a":0}"#])
  func `messages of as many values as there may be cost bounded memory while they are in flight`(value: String) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-queue-bytes", "\(Self.queueBytes)")
      let values = Array(repeating: value, count: value == "0" ? 99_000 : 49_000).joined(separator: ",")
      let padding = String(repeating: " ", count: (1 << 20) - 300 - values.utf8.count)
      for id in 1...3 {
        let params = #"{"query":"a","list":"\#(id)","debounceMs":60000,"values":[\#(values)\#(padding)]}"#
        try server.send(line: #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":\#(params)}"#)
      }
      for id in 1...3 { try server.cancel(.integer(id)) }
      for id in 1...3 { #expect(try server.reply(to: .integer(id)).reason == "cancelled") }
      #expect(try ProcessStatistics(of: server.processID).peakMemory() < Self.bound)
      let tooMany = String(repeating: "0,", count: 100_000) + "0"
      try server.send(line: #"{"jsonrpc":"2.0","id":4,"method":"genres","params":[\#(tooMany)]}"#)
      #expect(try server.reply(to: .null).reason == "parseError")
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `stars of a service that sends as much as it may cost bounded memory`() throws {
    let upstream = try Upstream(.tmdb)
    let overview = JSON.string(String(repeating: "x", count: 1_900_000))
    try upstream.setFault("json", ["value": ["id": 1, "title": "A", "overview": overview]], match: "/movie/")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", "600000")
      let stars = try (1...150).map { try server.send("star", ["id": .string("tmdb:\($0)")]) }
      let reasons = try stars.map { try server.reply(to: $0).reason }
      // On a busy machine the simulated service may send nothing for so long that the server gives it up.
      #expect(reasons.allSatisfy { $0 == nil || $0 == "upstreamTimeout" })
      #expect(reasons.count { $0 == nil } > 50)
      #expect(try ProcessStatistics(of: server.processID).peakMemory() < 96 << 20)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `the work for stars that arrive together grows no faster than their number`() throws {
    func ticks(stars count: Int) throws -> Int {
      var ticks = 0
      try Sandbox.use { sandbox in
        let server = try sandbox.launch()
        let requests = (0..<count).map { number in
          ServerProcess.request(
            .integer(number), "star", ["movie": ["id": .string("x:\(number)"), "title": "A film"]]) + "\n"
        }
        try server.write(requests.joined())
        for number in 0..<count { #expect(try server.reply(to: .integer(number)).result["changed"] == true) }
        ticks = try ProcessStatistics(of: server.processID).ticks()
        #expect(try server.finish() == .exited(0))
      }
      return ticks
    }
    let (half, whole) = (try ticks(stars: 2_000), try ticks(stars: 4_000))
    #expect(whole < 3 * half, "\(half) and \(whole) ticks")
  }
}
