import Concurrency
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MailboxTests {
  /// A mailbox whose thread collects what it receives, one message at a time, until it receives nil.
  private static func collector(_ received: Observed<[Int]>, threads: Observed<Int> = Observed(0)) -> Mailbox<Int?> {
    Mailbox { mailbox in
      threads.change { $0 += 1 }
      while true {
        for message in mailbox.receive() {
          guard let message else { return }
          received.change { $0.append(message) }
        }
      }
    } withoutThread: { _, error in
      Issue.record(error)
    }
  }

  @Test func `messages arrive in the order of their sending`() async throws {
    let received = Observed<[Int]>([])
    let mailbox = Self.collector(received)
    for number in 0..<1_000 { mailbox.send(number) }
    #expect(try await received.wait { $0.count == 1_000 } == Array(0..<1_000))
    mailbox.send(nil)
  }

  @Test func `no message is lost or received twice when many threads send`() async throws {
    let received = Observed<[Int]>([])
    let mailbox = Self.collector(received)
    for sender in 0..<8 {
      Thread.detachNewThread { for number in 0..<500 { mailbox.send(sender * 500 + number) } }
    }
    let numbers = try await received.wait { $0.count == 4_000 }
    #expect(Set(numbers) == Set(0..<4_000))
    for sender in 0..<8 {
      let own = numbers.filter { $0 / 500 == sender }
      #expect(own == own.sorted())
    }
    mailbox.send(nil)
  }

  @Test func `the first message starts the only thread`() async throws {
    let received = Observed<[Int]>([])
    let threads = Observed(0)
    let mailbox = Self.collector(received, threads: threads)
    #expect(threads.value == 0)
    mailbox.send(1)
    mailbox.startThreadIfNeeded()
    try await received.wait { $0 == [1] }
    mailbox.send(2)
    try await received.wait { $0 == [1, 2] }
    #expect(threads.value == 1)
    mailbox.send(nil)
  }

  @Test func `the thread can be started before the first message`() async throws {
    let threads = Observed(0)
    let mailbox = Self.collector(Observed([]), threads: threads)
    mailbox.startThreadIfNeeded()
    try await threads.wait { $0 == 1 }
    mailbox.send(nil)
  }

  @Test func `a message after the end of the thread starts another`() async throws {
    let received = Observed<[Int]>([])
    let threads = Observed(0)
    let mailbox = Mailbox<Int> { mailbox in
      threads.change { $0 += 1 }
      for message in mailbox.receive() { received.change { $0.append(message) } }
    } withoutThread: { _, error in
      Issue.record(error)
    }
    for number in 1...100 {
      mailbox.send(number)
      try await received.wait { $0.count == number }
    }
    #expect(received.value == Array(1...100))
    #expect(threads.value == 100)
  }

  @Test func `a message that comes while the thread ends is not left behind`() async throws {
    let received = Observed<[Int]>([])
    let threads = Observed(0)
    let mailbox = Mailbox<Int> { mailbox in
      if threads.change({
        $0 += 1; return $0
      }) == 1 {
        // It ends without receiving the message that has started it, or the one that it sends itself.
        mailbox.send(2)
      } else {
        for message in mailbox.takeAll() { received.change { $0.append(message) } }
      }
    } withoutThread: { _, error in
      Issue.record(error)
    }
    mailbox.send(1)
    #expect(try await received.wait { $0.count == 2 } == [1, 2])
  }

  @Test func `a wait with a time limit ends without messages`() async throws {
    let received = Observed<[Int]?>(nil)
    let mailbox = Mailbox<Int> { mailbox in
      let messages = mailbox.receive(milliseconds: 1)
      received.change { $0 = messages }
    } withoutThread: { _, error in
      Issue.record(error)
    }
    mailbox.startThreadIfNeeded()
    #expect(try await received.wait { $0 != nil } == [])
  }

  @Test func `the waker is called for each message until it is removed`() async throws {
    let received = Observed<[Int]>([])
    let mailbox = Self.collector(received)
    let calls = Observed(0)
    mailbox.setWaker { calls.change { $0 += 1 } }
    mailbox.send(1)
    mailbox.send(2)
    mailbox.setWaker(nil)
    mailbox.send(3)
    try await received.wait { $0.count == 3 }
    #expect(calls.value == 2)
    mailbox.send(nil)
  }
}
