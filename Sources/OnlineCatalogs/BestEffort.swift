/// Runs optional work with a time limit; nil if it fails, is cancelled, or exceeds the limit, which cancels it.
func bestEffort<Value: Sendable>(
  within limit: Duration, clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { try? await work() }
    group.addTask {
      try? await clock.sleep(for: limit)
      return nil
    }
    let first = await group.next() ?? nil
    group.cancelAll()
    return first
  }
}
