/// The time that a catalog has for one request of the client, however many requests to its service that takes.
public struct TimeLimit: Sendable {
  private(set) var duration: Duration?
  let clock: any Clock<Duration>
  /// For requests without memory of their own: they have four answers of services in memory at the same time.
  let permits = AsyncLock(permits: 4)

  /// - Parameter duration: after it, the request fails with `upstreamTimeout`, or gets what is there; nil for no limit.
  public init(_ duration: Duration? = nil, clock: any Clock<Duration>) {
    (self.duration, self.clock) = (duration, clock)
  }

  /// Half of the time, for a request that has waited for another.
  var half: TimeLimit {
    var half = self
    half.duration = duration.map { $0 / 2 }
    return half
  }

  /// Waits until the catalog has its key and the request has memory for the catalog's answer. Returns the end of the
  /// time for the catalog's work. The wait counts only if it was for other requests to services, and not for the client
  /// to read. Throws `upstreamTimeout` if other requests to services took all the time; the errors of the reservation.
  func admit(_ context: RequestContext, to catalog: any Catalog) async throws -> Deadline {
    try await catalog.unlock()
    let deadline = Deadline(catalog.info.name, duration, clock)
    let bytes = catalog.largestAnswerBytes
    guard let memory = context.memory, bytes > RequestContext.page else {
      try await context.reserve(bytes)
      return deadline
    }
    let hasWaitedForReader = try await deadline.reserve(bytes, memory)
    return hasWaitedForReader ? Deadline(catalog.info.name, duration, clock) : deadline
  }

  /// Waits until the catalog has its key and there is memory for its answer, then runs work with a deadline. A request
  /// that must not wait for a client that does not read, such as a star, has no context. Throws `upstreamTimeout` at
  /// the deadline, even if the work does not end when it is cancelled.
  func run<Value: Sendable>(
    in catalog: any Catalog, for context: RequestContext? = nil, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let context { return try await admit(context, to: catalog).run(work) }
    try await catalog.unlock()
    let deadline = Deadline(catalog.info.name, duration, clock)
    guard catalog.largestAnswerBytes > RequestContext.page else { return try await deadline.run(work) }
    return try await deadline.run { [permits] in
      try await permits.lock()
      defer { permits.unlock() }
      return try await work()
    }
  }
}

/// Ends work when the time for it is over. The time runs from the moment when work first has to wait.
final class Deadline: Sendable {
  private struct State {
    var hasPassed = false
    /// Fails what is running or waited for.
    var fail: (@Sendable (any Error) -> Void)?
    var timer: Task<Void, Never>?
  }

  private let catalog: String
  private let duration: Duration?
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// - Parameter catalog: the name of the catalog that does the work, for errors.
  init(_ catalog: String, _ duration: Duration?, _ clock: any Clock<Duration>) {
    (self.catalog, self.duration, self.clock) = (catalog, duration, clock)
  }

  deinit { state.withLock { $0.timer?.cancel() } }

  var hasPassed: Bool { state.withLock(\.hasPassed) }

  /// Runs one piece of work at a time, on the caller's thread until it first suspends. Throws `upstreamTimeout` at the
  /// deadline, and immediately after it. The work is cancelled then.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    guard let duration else { return try await work() }
    if hasPassed { throw error }
    let task = SharedTask<Value>()
    task.start(work)
    // A catalog without I/O needs no timer.
    guard !task.isCompleted else { return try await task.value() }
    watch(duration) { task.fail($0) }
    defer { state.withLock { $0.fail = nil } }
    return try await task.value()
  }

  /// Reserves memory for the answer of a service, in the caller's task: a thousand requests may wait for it, and tasks
  /// of their own would take more of it than they are. Returns whether the wait was for the client to read. Throws
  /// `upstreamTimeout` at the deadline, unless the client does not read; the errors of the reservation.
  func reserve(_ bytes: Int, _ memory: MemoryGate.Reservation) async throws -> Bool {
    if let duration { watch(duration, memory.expire) }
    defer { state.withLock { $0.fail = nil } }
    return try await memory.reserve(bytes, isSlow: true)
  }

  /// Calls the closure at the deadline, or at once if that has passed.
  private func watch(_ duration: Duration, _ fail: @escaping @Sendable (any Error) -> Void) {
    let isLate = state.withLock { state in
      state.fail = fail
      if state.timer == nil {
        state.timer = Task(executorPreference: ThreadPoolExecutor.shared) { [weak self, clock] in
          guard (try? await clock.sleep(for: duration)) != nil else { return }
          self?.pass()
        }
      }
      return state.hasPassed
    }
    if isLate { fail(error) }
  }

  private func pass() {
    let fail = state.withLock { state in
      state.hasPassed = true
      return state.fail
    }
    fail?(error)
  }

  private var error: MovieError {
    MovieError(.upstreamTimeout, "The catalog \(catalog) did not respond in time.", catalog: catalog)
  }
}
