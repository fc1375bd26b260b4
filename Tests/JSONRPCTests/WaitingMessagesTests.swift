import JSON
import TestSupport
import Testing

@testable import JSONRPC

@Suite struct WaitingMessagesTests {
  private func dequeueAll(_ waiting: inout WaitingMessages) -> [String] {
    var all: [String] = []
    while !waiting.isEmpty {
      all += waiting.dequeue(bytes: 1_000, lossNotice: TestProtocol().lossNotice).map { JSON.summary(of: $0.bytes) }
    }
    return all
  }

  @Test func `responses leave in order, each once`() {
    var waiting = WaitingMessages()
    #expect(waiting.isEmpty)
    for index in 0..<10 { waiting.append(.init(bytes: Array("\(index)".utf8))) }
    #expect(waiting.byteCount == 10)
    #expect(dequeueAll(&waiting) == (0..<10).map(String.init))
    #expect(waiting.byteCount == 0)
  }

  @Test func `a newer notification is folded into the older one and keeps its position`() {
    var waiting = WaitingMessages()
    waiting.append(Counter(foldKey: "a"))
    waiting.append(.init(bytes: Array("1".utf8)))
    waiting.append(Counter(foldKey: "b"))
    waiting.append(Counter(foldKey: "a"))
    waiting.append(Counter(foldKey: "a"))
    waiting.append(.init(bytes: Array("2".utf8)))
    waiting.append(Counter(foldKey: "b"))
    #expect(dequeueAll(&waiting) == ["a 3", "1", "b 2", "2"])
  }

  @Test func `notifications of different methods with the same key are not folded`() {
    var waiting = WaitingMessages()
    waiting.append(Counter(foldKey: "a"))
    waiting.append(Counter(method: "other", foldKey: "a"))
    #expect(dequeueAll(&waiting) == ["a 1", "a 1"])
  }

  @Test func `nothing is folded into a notification that has left`() {
    var waiting = WaitingMessages()
    waiting.append(Counter(foldKey: "a"))
    #expect(dequeueAll(&waiting) == ["a 1"])
    waiting.append(Counter(foldKey: "a"))
    #expect(dequeueAll(&waiting) == ["a 1"])
  }

  @Test func `notifications that cannot be folded are dropped, and one resync names their topics first`() {
    var waiting = WaitingMessages()
    waiting.append(.init(bytes: Array("1".utf8)))
    for _ in 0..<3 {
      waiting.append(Counter(foldKey: "a", folds: false))
      waiting.append(Counter(foldKey: "b", folds: false))
    }
    waiting.append(Counter(foldKey: "c"))
    #expect(dequeueAll(&waiting) == ["resync topic:a,topic:b", "1", "a 1", "b 1", "c 1"])
  }

  @Test func `notifications over the limit are dropped, responses never`() {
    var waiting = WaitingMessages()
    let limit = WaitingMessages.maximumNotifications
    for index in 0..<limit + 5 {
      waiting.append(Counter(foldKey: "\(index)"))
      waiting.append(.init(bytes: Array("r".utf8)))
    }
    // A notification that is already waiting can still be folded.
    waiting.append(Counter(foldKey: "7"))
    let all = dequeueAll(&waiting)
    #expect(all.first == "resync " + (limit..<limit + 5).map { "topic:\($0)" }.joined(separator: ","))
    #expect(all.count == 1 + limit + limit + 5)
    #expect(all.count { $0 == "r" } == limit + 5)
    #expect(all.contains("7 2"))
  }

  @Test func `dequeue returns about the requested number of bytes, but at least one message`() {
    var waiting = WaitingMessages()
    for _ in 0..<10 { waiting.append(.init(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 1_000))) }
    #expect(waiting.dequeue(bytes: 2_500, lossNotice: TestProtocol().lossNotice).count == 3)
    #expect(waiting.byteCount == 7_000)
    #expect(waiting.dequeue(bytes: 1, lossNotice: TestProtocol().lossNotice).count == 1)
    #expect(waiting.dequeue(bytes: 1_000_000, lossNotice: TestProtocol().lossNotice).count == 6)
    #expect(waiting.isEmpty)
    #expect(waiting.dequeue(bytes: 1, lossNotice: TestProtocol().lossNotice).isEmpty)
  }

  /// Compares with a simple list, over enough steps that the storage is compacted.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `random appends and removals keep order and positions`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var waiting = WaitingMessages()
    var model: [(key: String?, count: Int)] = []
    var dequeued: [String] = []
    var expected: [String] = []
    for step in 0..<30_000 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9:
        waiting.append(.init(bytes: Array("\(step)".utf8)))
        model.append((nil, step))
      case 9..<19:
        let key = "k\(Int.random(in: 0..<50, using: &random))"
        waiting.append(Counter(foldKey: key))
        if let index = model.firstIndex(where: { $0.key == key }) {
          model[index].count += 1
        } else {
          model.append((key, 1))
        }
      default:
        let messages = waiting.dequeue(
          bytes: Int.random(in: 1...400, using: &random), lossNotice: TestProtocol().lossNotice)
        dequeued += messages.map { JSON.summary(of: $0.bytes) }
        expected += model.prefix(messages.count).map { entry in
          entry.key.map { "\($0) \(entry.count)" } ?? "\(entry.count)"
        }
        model.removeFirst(messages.count)
      }
    }
    #expect(dequeued == expected)
    #expect(waiting.isEmpty == model.isEmpty)
  }

  @Test func `the notice of a loss does not come between the parts of a message`() {
    var waiting = WaitingMessages()
    for (index, text) in ["[", "1", "]"].enumerated() {
      waiting.append(.init(bytes: Array(text.utf8), isPart: true, isContinuation: index > 0))
    }
    waiting.append(.init(bytes: Array("2".utf8)))
    let notice = TestProtocol().lossNotice
    var texts = waiting.dequeue(bytes: 1, lossNotice: notice).map { JSON.summary(of: $0.bytes) }
    for _ in 0..<2 { waiting.append(Counter(foldKey: "a", folds: false)) }
    texts += dequeueAll(&waiting)
    #expect(texts == ["[", "1", "]", "resync topic:a", "2", "a 1"])
  }
}
