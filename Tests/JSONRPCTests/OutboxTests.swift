import Concurrency
import Foundation
import JSON
import Testing

@testable import JSONRPC

/// The way out, over a real pipe whose other end reads late, slowly or never.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
  /// An outbox and what comes out of it.
  private final class Exit: Sendable {
    let pipe = Pipe()
    let outbox: Outbox
    private let closings: AsyncStream<Void>

    init(limit: Int = 64 << 20) {
      let (closings, feed) = AsyncStream<Void>.makeStream()
      self.closings = closings
      outbox = Outbox(descriptor: pipe.writeEnd, limit: limit) { feed.yield() }
    }

    /// Reads so many lines on a thread of its own, which waits for them.
    func lines(_ count: Int) async -> [[UInt8]] {
      await withCheckedContinuation { continuation in
        startThread { [pipe] in
          var lines: [[UInt8]] = []
          var line: [UInt8] = []
          while lines.count < count {
            let bytes = pipe.read()
            guard !bytes.isEmpty else { break }
            for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
              lines.append(line + part)
              line = []
            }
            line += bytes.suffix(from: (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
          }
          continuation.resume(returning: lines)
        }
      }
    }

    func summaries(_ count: Int) async -> [String] { await lines(count).map(JSON.summary) }

    func closed() async throws {
      for await _ in closings { return }
      try Task.checkCancellation()
    }
  }

  private static func message(_ letter: Character, _ count: Int) -> [UInt8] {
    Array(String(repeating: letter, count: count).utf8)
  }

  @Test func `Messages leave in the order in which they were sent`() async {
    let exit = Exit()
    let texts = (0..<500).map(String.init)
    for text in texts { exit.outbox.send(Array(text.utf8)) }
    #expect(await exit.summaries(500) == texts)
  }

  @Test func `A message is on its way when send returns, if the pipe has room`() {
    let exit = Exit()
    exit.outbox.send(Self.message("x", 100))
    #expect(exit.pipe.read() == Self.message("x", 100) + [UInt8(ascii: "\n")])
  }

  @Test func `Messages of eight threads are never interleaved`() async {
    let exit = Exit()
    let letters = Array("abcdefgh")
    let each = 16
    for letter in letters {
      startThread {
        for round in 0..<each {
          // Below and above what is written at once, what a pipe holds, and what the writer thread takes.
          exit.outbox.send(Self.message(letter, [10, 5_000, 40_000, 150_000][round % 4]))
        }
      }
    }
    let lines = await exit.lines(letters.count * each)
    #expect(lines.count == letters.count * each)
    #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line[0] } })
    for letter in letters {
      let lengths = lines.filter { $0.first == letter.asciiValue }.map(\.count)
      #expect(lengths == (0..<each).map { [10, 5_000, 40_000, 150_000][$0 % 4] })
    }
  }

  @Test func `While nobody reads, notifications fold and responses keep their place`() async {
    let exit = Exit(limit: 256 << 10)
    // More than the limit also when the pipe has taken what it holds.
    exit.outbox.send(Self.message("x", 400_000))
    for _ in 0..<100 { exit.outbox.send(Counter(foldKey: "a")) }
    exit.outbox.send(Self.message("1", 1))
    for _ in 0..<100 { exit.outbox.send(Counter(foldKey: "b")) }
    for _ in 0..<10 { exit.outbox.send(Counter(foldKey: "a")) }
    #expect(exit.outbox.isFull)
    #expect(await exit.summaries(4) == [String(repeating: "x", count: 20), "a 110", "1", "b 100"])
    #expect(!exit.outbox.isFull)
  }

  @Test func `When one had to be dropped, exactly one resync is the next line`() async {
    let exit = Exit(limit: 256 << 10)
    exit.outbox.send(Self.message("x", 300_000))
    exit.outbox.send(Self.message("1", 1))
    for _ in 0..<100 { exit.outbox.send(Counter(foldKey: "a", folds: false)) }
    exit.outbox.send(Self.message("2", 1))
    #expect(await exit.summaries(5) == [String(repeating: "x", count: 20), "resync topic:a", "1", "a 1", "2"])
    // And none later on.
    exit.outbox.send(Counter(foldKey: "a", folds: false))
    #expect(await exit.summaries(1) == ["a 1"])
  }

  @Test func `A client that reads sees every notification`() async {
    let exit = Exit()
    for _ in 0..<300 { exit.outbox.send(Counter(foldKey: "a")) }
    #expect(await exit.summaries(300) == Array(repeating: "a 1", count: 300))
  }

  @Test func `What is corked leaves when the last cork is drawn`() async {
    let exit = Exit()
    exit.outbox.cork()
    exit.outbox.cork()
    exit.outbox.send(Self.message("a", 10))
    exit.outbox.uncork()
    exit.outbox.send(Self.message("b", 10))
    exit.outbox.uncork()
    #expect(exit.pipe.read() == Self.message("a", 10) + [10] + Self.message("b", 10) + [10])
  }

  @Test func `A flush is over as soon as another thread has written the rest`() async throws {
    for _ in 0..<20 {
      let exit = Exit()
      exit.outbox.cork()
      exit.outbox.send(Self.message("a", 10))
      let (flushes, feed) = AsyncStream<Void>.makeStream()
      startThread {
        feed.yield()
        // Longer than the suite's time limit.
        exit.outbox.flush(milliseconds: 600_000)
        feed.yield()
        feed.finish()
      }
      var count = 0
      for await _ in flushes {
        count += 1
        if count == 1 {
          await Task.yield()
          exit.outbox.uncork()
        }
      }
      try #require(count == 2)
    }
  }

  @Test func `A flush goes on for as long as the client reads, however slowly`() async throws {
    let exit = Exit()
    let count = 24
    for _ in 0..<count { exit.outbox.send(Self.message("x", 64 << 10)) }
    let flushed = Mutex(false)
    startThread {
      exit.outbox.flush(milliseconds: 1_500)
      flushed.withLock { $0 = true }
    }
    // The client's pace, on a thread that no other test holds up: each pause is well within the limit, all are not.
    let isEarly = await withCheckedContinuation { continuation in
      startThread {
        var bytes = 0
        while bytes < (count - 2) * (64 << 10) {
          usleep(100_000)
          bytes += exit.pipe.read().count
        }
        continuation.resume(returning: flushed.withLock { $0 })
      }
    }
    #expect(!isEarly)
    _ = await exit.lines(1)
  }

  @Test func `Behind the end nothing is begun, so that no message can be cut by it`() {
    let exit = Exit()
    exit.outbox.send(Self.message("a", 10))
    exit.outbox.finish(milliseconds: 600_000)
    exit.outbox.send(Self.message("b", 10))
    exit.outbox.send(Counter(foldKey: "c"))
    exit.pipe.closeWriteEnd()
    #expect(exit.pipe.read() == Self.message("a", 10) + [10])
    #expect(exit.pipe.read().isEmpty)
  }

  @Test func `A pipe that does not block is waited for`() async {
    let exit = Exit()
    #expect(setNonBlocking(exit.pipe.writeEnd))
    for _ in 0..<20 { exit.outbox.send(Self.message("x", 50_000)) }
    #expect(await exit.lines(20).map(\.count) == Array(repeating: 50_000, count: 20))
  }

  @Test(arguments: [10, 300_000])
  func `A client that has gone is told once, whoever was writing`(length: Int) async throws {
    let exit = Exit(limit: 1_000)
    if length > 1_000 { exit.outbox.send(Self.message("x", length)) }
    exit.pipe.closeReadEnd()
    exit.outbox.send(Self.message("x", 10))
    try await exit.closed()
    // Nothing waits for it any more.
    exit.outbox.send(Self.message("x", length))
    exit.outbox.waitForRoom()
    exit.outbox.flush(milliseconds: 600_000)
    #expect(!exit.outbox.isFull)
  }

  @Test func `Framing by headers counts bytes`() {
    let exit = Exit()
    exit.outbox.framing = .headers
    exit.outbox.send(Array("\"é\"".utf8))
    #expect(String(decoding: exit.pipe.read(), as: UTF8.self) == "Content-Length: 4\r\n\r\n\"é\"")
  }
}
