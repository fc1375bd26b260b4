/// What only adds to an answer: it holds the answer up for some seconds at most, and costs nothing but itself when it
/// fails.
struct Addition: Sendable {
  static let patience = Duration.seconds(3)

  let clock: any Clock<Duration>

  /// Nil where the work failed, was cancelled, or took too long; it is cancelled then.
  func callAsFunction<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { try? await work() }
      group.addTask { [clock] in
        try? await clock.sleep(for: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
