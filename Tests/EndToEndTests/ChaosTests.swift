import Concurrency
import Foundation
import JSON
import SQLite
import Testing

/// Several servers on one data folder, whose clients do everything at once.
///
/// `CHAOS_SECONDS` sets the duration, `CHAOS_SEED` the random seed.
@Suite("chaos")
struct ChaosTests {
  private struct Outcome {
    var client: ChaosClient
    var revision: Int
    var ids: Set<String>
  }

  private static func variable(_ name: String, _ value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  @Test func `no acknowledged change is lost, no client misses one, and all end with the same favorites`() throws {
    let count = 8
    let seconds = Self.variable("CHAOS_SECONDS", 8)
    let seed = Self.variable("CHAOS_SEED", 20_261_120)
    try Sandbox.use { sandbox in
      let quiet = Monitor(0)
      let outcomes = Monitor<[Result<Outcome, any Error>]>([])
      let deadline = ContinuousClock.now + .seconds(seconds)
      for number in 0..<count {
        Thread.detachNewThread {
          let outcome = Result {
            var client = try Result {
              var client = try ChaosClient(sandbox, seed: UInt64(seed + number))
              try client.run(until: deadline)
              return client
            }.counted(in: quiet).get()
            quiet.wait(milliseconds: 2 * PipedProcess.timeoutMilliseconds) { $0 == count }
            let (revision, ids) = try client.settled()
            return Outcome(client: client, revision: revision, ids: ids)
          }
          outcomes.withLock { $0.append(outcome) }
          outcomes.notify()
        }
      }
      outcomes.wait(until: { $0.count == count }) { _ in }
      var clients: [Outcome] = []
      for result in outcomes.withLock({ $0 }) {
        switch result {
        case .success(let outcome): clients.append(outcome)
        case .failure(let error): Issue.record(error, "seed \(seed)")
        }
      }

      let fresh = try sandbox.launch()
      let listing = try fresh.ask("favorites", ["limit": 1000]).result
      let mirror = try FavoritesMirror(listing: listing)
      let library = try LibraryMirror(listing: try fresh.ask("library", ["limit": 1000]).result)
      for client in clients {
        #expect(client.revision == mirror.revision)
        #expect(client.ids == mirror.ids)
        #expect(client.client.library.marks == library.marks)
        #expect(client.client.library.revision == library.revision)
      }
      let changes = clients.flatMap(\.client.changes)
      #expect(Set(changes.map(\.revision)).count == changes.count, "Two changes have the same revision.")
      let last = try lastChanges(in: sandbox.favoritesFile)
      for change in changes {
        // A later change of the same movie may come from any client; this one must be in the history below it.
        let known = try #require(last[change.id], "\(change) is lost.")
        #expect(known.revision >= change.revision, "\(change) is lost.")
        if known.revision == change.revision { #expect(known.isStarred == change.isStarred) }
      }
      #expect(try fresh.finish() == .exited(0))
      // Without these the test would prove nothing.
      #expect(changes.count > 20)
      #expect(clients.contains { $0.client.answers > 100 })
      #expect(clients.contains { $0.client.sessionCount > 1 })
      #expect(clients.contains { $0.client.pauses > 0 })
    }
  }

  /// The last change of each movie.
  private func lastChanges(in file: String) throws -> [String: (revision: Int, isStarred: Bool)] {
    let database = try Database(.file(file))
    let rows =
      try database.all("SELECT id, added FROM entry WHERE starred_at IS NOT NULL") {
        ($0.text(0), (revision: $0.int(1), isStarred: true))
      }
      + database.all("SELECT id, revision FROM removal") { ($0.text(0), (revision: $0.int(1), isStarred: false)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

extension Result {
  /// Increments the count when the body returns or throws.
  fileprivate func counted(in count: Monitor<Int>) -> Self {
    count.withLock { $0 += 1 }
    count.notify()
    return self
  }
}
