import Concurrency
import Foundation
import JSON
import Synchronization
import Testing

@testable import JSONRPC

/// The output queue over a real pipe, whose other end reads late, slowly or never.
@Suite(.timeLimit(.minutes(20))) struct OutboxTests {
  /// An outbox and its pipe.
  private final class Output: Sendable {
    let pipe = Pipe()
    let outbox: Outbox
    private let closings: AsyncStream<Void>

    init(limit: Int = 64 << 20) {
      let (closings, feed) = AsyncStream<Void>.makeStream()
      self.closings = closings
      outbox = Outbox(
        descriptor: pipe.writeEnd, limit: limit, gate: MemoryGate(limit: limit), lossNotice: TestProtocol().lossNotice
      ) { feed.yield() }
    }

    /// Reads this many lines on a thread of its own, which waits for them.
    func lines(_ count: Int) async -> [[UInt8]] {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [pipe] in
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

  @Test func `messages leave in the order of sending`() async {
    let output = Output()
    let texts = (0..<500).map(String.init)
    for text in texts { output.outbox.send(Array(text.utf8)) }
    #expect(await output.summaries(500) == texts)
  }

  @Test func `a message is written when send returns, if the pipe has room`() {
    let output = Output()
    output.outbox.send(Self.message("x", 100))
    #expect(output.pipe.read() == Self.message("x", 100) + [UInt8(ascii: "\n")])
  }

  @Test func `messages of eight threads are never interleaved`() async {
    let output = Output()
    let letters = Array("abcdefgh")
    let each = 16
    for letter in letters {
      Thread.detachNewThread {
        for round in 0..<each {
          // Below and above the largest direct write, the pipe's capacity, and the writer thread's chunk.
          output.outbox.send(Self.message(letter, [10, 5_000, 40_000, 150_000][round % 4]))
        }
      }
    }
    let lines = await output.lines(letters.count * each)
    #expect(lines.count == letters.count * each)
    #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line[0] } })
    for letter in letters {
      let lengths = lines.filter { $0.first == letter.asciiValue }.map(\.count)
      #expect(lengths == (0..<each).map { [10, 5_000, 40_000, 150_000][$0 % 4] })
    }
  }

  @Test func `while the client does not read, notifications are folded and responses keep their position`() async {
    let output = Output(limit: 256 << 10)
    // More than the limit, even after the pipe has been filled.
    output.outbox.send(Self.message("x", 400_000))
    for _ in 0..<100 { output.outbox.send(Counter(foldKey: "a")) }
    output.outbox.send(Self.message("1", 1))
    for _ in 0..<100 { output.outbox.send(Counter(foldKey: "b")) }
    for _ in 0..<10 { output.outbox.send(Counter(foldKey: "a")) }
    #expect(output.outbox.isFull)
    #expect(await output.summaries(4) == [String(repeating: "x", count: 20), "a 110", "1", "b 100"])
    #expect(!output.outbox.isFull)
  }

  @Test func `after a notification was dropped, the next line is one resync`() async {
    let output = Output(limit: 256 << 10)
    output.outbox.send(Self.message("x", 300_000))
    output.outbox.send(Self.message("1", 1))
    for _ in 0..<100 { output.outbox.send(Counter(foldKey: "a", folds: false)) }
    output.outbox.send(Self.message("2", 1))
    #expect(await output.summaries(5) == [String(repeating: "x", count: 20), "resync topic:a", "1", "a 1", "2"])
    // No second one follows.
    output.outbox.send(Counter(foldKey: "a", folds: false))
    #expect(await output.summaries(1) == ["a 1"])
  }

  @Test func `a client that reads gets every notification`() async {
    let output = Output()
    for _ in 0..<300 { output.outbox.send(Counter(foldKey: "a")) }
    #expect(await output.summaries(300) == Array(repeating: "a 1", count: 300))
  }

  @Test func `corked messages leave after the last uncork`() async {
    let output = Output()
    output.outbox.cork()
    output.outbox.cork()
    output.outbox.send(Self.message("a", 10))
    output.outbox.uncork()
    output.outbox.send(Self.message("b", 10))
    output.outbox.uncork()
    #expect(output.pipe.read() == Self.message("a", 10) + [10] + Self.message("b", 10) + [10])
  }

  @Test func `a flush ends as soon as another thread has written the rest`() async throws {
    for _ in 0..<20 {
      let output = Output()
      output.outbox.cork()
      output.outbox.send(Self.message("a", 10))
      let (flushes, feed) = AsyncStream<Void>.makeStream()
      Thread.detachNewThread {
        feed.yield()
        // Longer than the suite's time limit.
        output.outbox.flush(milliseconds: 600_000)
        feed.yield()
        feed.finish()
      }
      var count = 0
      for await _ in flushes {
        count += 1
        if count == 1 {
          await Task.yield()
          output.outbox.uncork()
        }
      }
      try #require(count == 2)
    }
  }

  @Test func `a flush continues while the client reads, however slowly`() async throws {
    let output = Output()
    let count = 24
    for _ in 0..<count { output.outbox.send(Self.message("x", 64 << 10)) }
    let flushed = Mutex(false)
    Thread.detachNewThread {
      output.outbox.flush(milliseconds: 5_000)
      flushed.withLock { $0 = true }
    }
    // The client reads on a thread of its own, so that no other test delays it. Each pause is well within the limit; the
    // sum of them is not.
    let isEarly = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes = 0
        while bytes < (count - 2) * (64 << 10) {
          usleep(300_000)
          bytes += output.pipe.read().count
        }
        continuation.resume(returning: flushed.withLock { $0 })
      }
    }
    #expect(!isEarly)
    _ = await output.lines(1)
  }

  /// Unchecked: a pointer on macOS.
  private struct ThreadID: @unchecked Sendable {
    var id: pthread_t
  }

  @Test func `a signal does not end the wait of a sender without a writer thread`() async {
    signal(SIGUSR1) { _ in }
    let output = Output()
    let count = 300_000
    // Both on threads of their own: the sender waits for five seconds, and tasks may wait longer for their turn.
    let read = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let sender = Mutex(ThreadID(id: pthread_self()))
        Thread.detachNewThread {
          sender.withLock { $0.id = pthread_self() }
          output.outbox.monitor.withLock { state in
            state.ready = Self.message("x", count)
            output.outbox.writeWithoutThread(&state)
          }
          output.pipe.closeWriteEnd()
        }
        // The pipe is full, so the sender waits.
        var unread: Int32 = 0
        while unread < 64 << 10 { _ = ioctl(output.pipe.readEnd, UInt(FIONREAD), &unread) }
        for _ in 0..<1_000 { sender.withLock { _ = pthread_kill($0.id, SIGUSR1) } }
        var total = 0
        while case let bytes = output.pipe.read(), !bytes.isEmpty { total += bytes.count }
        continuation.resume(returning: total)
      }
    }
    #expect(read == count)
  }

  @Test func `no message is started after finish, so that none can be cut`() {
    let output = Output()
    output.outbox.send(Self.message("a", 10))
    output.outbox.finish(milliseconds: 600_000)
    output.outbox.send(Self.message("b", 10))
    output.outbox.send(Counter(foldKey: "c"))
    output.pipe.closeWriteEnd()
    #expect(output.pipe.read() == Self.message("a", 10) + [10])
    #expect(output.pipe.read().isEmpty)
  }

  @Test func `a full non-blocking pipe is waited for`() async {
    let output = Output()
    #expect(setNonBlocking(output.pipe.writeEnd))
    for _ in 0..<20 { output.outbox.send(Self.message("x", 50_000)) }
    #expect(await output.lines(20).map(\.count) == Array(repeating: 50_000, count: 20))
  }

  @Test(arguments: [10, 300_000])
  func `the end of the client is reported once, whichever thread was writing`(length: Int) async throws {
    let output = Output(limit: 1_000)
    if length > 1_000 { output.outbox.send(Self.message("x", length)) }
    output.pipe.closeReadEnd()
    output.outbox.send(Self.message("x", 10))
    try await output.closed()
    // Nothing waits for the client any longer.
    output.outbox.send(Self.message("x", length))
    output.outbox.waitForRoom()
    output.outbox.flush(milliseconds: 600_000)
    #expect(!output.outbox.isFull)
  }

  @Test func `Content-Length counts bytes`() {
    let output = Output()
    output.outbox.framing = .headers
    output.outbox.send(Array("\"é\"".utf8))
    #expect(String(decoding: output.pipe.read(), as: UTF8.self) == "Content-Length: 4\r\n\r\n\"é\"")
  }
}
