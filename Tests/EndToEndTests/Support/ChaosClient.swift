import Foundation
import JSON
import TestSupport

/// A client that does everything that clients do, at random, and tracks what the server acknowledged.
struct ChaosClient {
  /// An acknowledged star or unstar.
  struct Change: Sendable {
    var revision: Int
    var id: String
    var isStarred: Bool
  }

  private(set) var changes: [Change] = []
  private(set) var answers = 0
  /// The number of times that a server was stopped.
  private(set) var pauses = 0
  private(set) var sessionCount = 0

  private let sandbox: Sandbox
  private var random: SeededGenerator
  private var server: ServerProcess
  private var mirror = FavoritesMirror()
  private(set) var library = LibraryMirror()
  /// The unanswered requests, with the movie of a star or unstar.
  private var pending: [Int: (method: String, movie: String?)] = [:]
  private var isEnding = false

  init(_ sandbox: Sandbox, seed: UInt64) throws {
    self.sandbox = sandbox
    random = SeededGenerator(seed: seed)
    server = try sandbox.launch()
    try startSession()
  }

  // MARK: Sessions

  mutating func run(until deadline: ContinuousClock.Instant) throws {
    while ContinuousClock.now < deadline {
      if Int.random(in: 0..<250, using: &random) == 0 {
        try endSession()
        server = try sandbox.launch()
        try startSession()
      }
      try sendRandomRequest()
      if pending.count > 30 || Int.random(in: 0..<10, using: &random) == 0 {
        let enough = Int.random(in: 0..<10, using: &random)
        while pending.count > enough { try receiveLine() }
      }
    }
    while !pending.isEmpty { try receiveLine() }
  }

  /// Once all clients are quiet: this client's favorites, brought up to date by notifications alone.
  mutating func settled() throws -> (revision: Int, ids: Set<String>) {
    let listing = try server.ask("favorites", ["limit": 1000])
    try apply(listing.notifications)
    let entries = try server.ask("library", ["limit": 1000])
    try apply(entries.notifications)
    guard let revision = try listing.result["revision"]?.int, let newest = try entries.result["revision"]?.int else {
      throw Failure("No revision.")
    }
    while mirror.revision < revision || library.revision < newest { try receiveLine() }
    try close(.closedInput)
    return (mirror.revision, mirror.ids)
  }

  private mutating func startSession() throws {
    sessionCount += 1
    isEnding = false
    let listing = try server.ask("favorites", ["limit": 1000])
    mirror = try FavoritesMirror(listing: try listing.result)
    // A change may be pushed between the snapshot of the listing and its response line.
    let base = mirror.revision
    try mirror.apply(listing.notifications.filter { $0["params"]?["revision"]?.int ?? 0 > base })
    let entries = try server.ask("library", ["limit": 1000])
    try mirror.apply(entries.notifications)
    library = try LibraryMirror(listing: try entries.result)
    let first = library.revision
    try library.apply(entries.notifications.filter { $0["params"]?["revision"]?.int ?? 0 > first })
  }

  private mutating func apply(_ notifications: [JSON]) throws {
    try mirror.apply(notifications)
    try library.apply(notifications)
  }

  private enum SessionEnd: CaseIterable {
    case closedInput, killed, terminated, shutdown, exit
  }

  private mutating func endSession() throws {
    // Some sessions end in the middle of everything.
    for _ in 0..<Int.random(in: 0..<20, using: &random) { try sendRandomRequest() }
    try close(SessionEnd.allCases.randomElement(using: &random)!)
  }

  private mutating func close(_ end: SessionEnd) throws {
    isEnding = true
    switch end {
    case .closedInput: server.closeInput()
    case .killed: server.signal(SIGKILL)
    case .terminated: server.signal(SIGTERM)
    case .shutdown:
      pending[try number(server.send("shutdown"))] = ("shutdown", nil)
      try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
    case .exit: try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
    }
    let status = try server.waitForExit()
    let expected: PipedProcess.Status =
      switch end {
      case .closedInput, .terminated, .shutdown: .exited(0)
      case .killed: .killed(signal: SIGKILL)
      case .exit: .exited(1)
      }
    guard status == expected else { throw Failure("\(end) ended with \(status)") }
    for line in try server.remainingLines() { try handle(line) }
    // Closes its pipes: a long run has more sessions than a process may have descriptors.
    server.destroy()
    // A signal may overtake requests that are still in the pipe.
    guard pending.isEmpty || [.killed, .terminated].contains(end) else {
      throw Failure("Unanswered before \(end): \(pending)")
    }
    pending = [:]
  }

  // MARK: Sending

  private static let queries = ["the", "dune", "parasite", "기생충", "a", "godfather", "x"]

  private mutating func sendRandomRequest() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      let query = Self.queries.randomElement(using: &random)!
      let debounce = Bool.random(using: &random) ? 0 : Int.random(in: 1...30, using: &random)
      try ask(
        "search", ["query": .string(query), "list": list(), "limit": 3, "debounceMs": .integer(debounce)])
    case 40..<55: try ask("nextPage", ["list": list()])
    case 55..<65:
      let movie = "x:\(Int.random(in: 0..<40, using: &random))"
      let isOn = Bool.random(using: &random)
      let changes = [
        JSON.Member("watchlist", .bool(isOn)), JSON.Member("rating", isOn ? .number("7.5") : .null),
        JSON.Member("tags", .array(isOn ? [.string("a"), .string("b")] : [])), JSON.Member("starred", .bool(isOn)),
      ]
      let film = JSON.Member("movie", ["id": .string(movie), "title": "A film"])
      try ask("mark", .object([film, changes.randomElement(using: &random)!]), movie: movie)
    case 65..<85:
      let movie = "x:\(Int.random(in: 0..<40, using: &random))"
      if Bool.random(using: &random) {
        try ask("star", ["movie": ["id": .string(movie), "title": "A film"]], movie: movie)
      } else {
        try ask("unstar", ["id": .string(movie)], movie: movie)
      }
    case 85..<90: try ask("favorites", ["limit": 5])
    case 90..<97:
      let ids = Array(pending.keys.sorted().suffix(3)) + [1_000_000]
      try server.cancel(.integer(ids.randomElement(using: &random)!))
    case 97: try ask("detail", ["id": "builtin:tt0364569"])
    case 98: try ask("home", ["sections": ["korean"]])
    default:
      try ask("genres", [:])
      pause()
    }
  }

  /// Stops the server for a moment, with whatever locks it holds. The others must get on without it, or wait.
  private mutating func pause() {
    pauses += 1
    server.signal(SIGSTOP)
    usleep(UInt32.random(in: 1_000...200_000, using: &random))
    server.signal(SIGCONT)
  }

  private mutating func list() -> JSON { .string(["search", "a", "b"].randomElement(using: &random)!) }

  private mutating func ask(_ method: String, _ params: JSON, movie: String? = nil) throws {
    pending[try number(server.send(method, params))] = (method, movie)
  }

  private func number(_ id: JSON) throws -> Int {
    guard let number = id.int else { throw Failure("Not a number: \(id.jsonText)") }
    return number
  }

  // MARK: Receiving

  private mutating func receiveLine() throws {
    guard let line = try server.nextLine() else { throw Failure("The server exited by itself.") }
    try handle(line)
  }

  private mutating func handle(_ line: LineReader.Line) throws {
    guard let message = line.json else { throw Failure("Not JSON: \(line.text)") }
    if message["method"] != nil { return try apply([message]) }
    guard let id = message["id"]?.int, let (method, movie) = pending.removeValue(forKey: id) else {
      throw Failure("Unexpected response: \(line.text)")
    }
    answers += 1
    if let reason = message["error"]?["data"]?["reason"]?.string {
      let allowed = ["superseded", "cancelled", "listNotReady"] + (isEnding ? ["shuttingDown"] : [])
      guard allowed.contains(reason) else { throw Failure("Unexpected error of \(method): \(line.text)") }
    } else if method == "mark", message["result"]?["changed"] == true {
      guard let revision = message["result"]?["revision"]?.int, revision <= library.revision else {
        throw Failure("Response before the notification: \(line.text)")
      }
    } else if let movie, message["result"]?["changed"] == true {
      guard let revision = message["result"]?["revision"]?.int, revision <= mirror.revision else {
        throw Failure("Response before the notification: \(line.text)")
      }
      changes.append(Change(revision: revision, id: movie, isStarred: method == "star"))
    }
  }
}
