import Concurrency
import OperatingSystem
import Platform
import SQLite

/// The cache file, accessed on a thread of its own, so that waiting for the disk or for another process blocks nothing
/// else.
///
/// It never fails: where the file cannot be read or written, nothing is found or stored. A damaged cache is replaced. A
/// file of another program is never changed or removed.
final class CacheStore: @unchecked Sendable {
  // Unchecked: the variables are accessed on the executor's thread only.
  private let executor = SerialTaskExecutor()
  /// The time limit for the lock, in milliseconds. Continuing without the lock costs the cache at worst.
  private static let lockTimeout = 500
  /// The time limit for one operation. The disk may be a network's, and gone.
  private static let timeLimit = Duration.seconds(5)
  /// How long nothing is opened or written after that has failed, as on a full disk or when a stopped process holds the
  /// file's lock: each attempt costs its time limit, and delays a response.
  private static let pause = Duration.seconds(5)
  private var file: CacheFile?
  private var isUnusable = false
  private var nextOpening = ContinuousClock.now
  private var nextWrite = ContinuousClock.now
  private let path: String
  private let folder: String
  private let maximumBytes: Int
  private let date: @Sendable () -> Int
  /// The number of operations that have exceeded the time limit and have not ended yet.
  private let lateOperations = Mutex(0)

  init(path: String, maximumBytes: Int, date: @escaping @Sendable () -> Int) {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    self.maximumBytes = maximumBytes
    self.date = date
  }

  func response(for key: String) async -> CachedResponse? {
    await onThread { store in
      guard let found = store.attempt({ try $0.response(for: key, now: store.date()) }) ?? nil else { return nil }
      if !found.isLatest { store.write { try $0.markUsed(key) } }
      return found.cached
    }
  }

  /// Returns after the response is stored, so that a program that exits after its answer has cached it.
  func add(_ cached: CachedResponse, for key: String) async {
    _ = await onThread { store in store.write { try $0.add(cached, for: key) } }
  }

  func remove(_ key: String) async {
    _ = await onThread { store in store.write { try $0.remove(key) } }
  }

  /// Runs `body` on the thread. Returns nil if that takes too long, or if an earlier operation still does.
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable (CacheStore) -> Result?) async -> Result? {
    guard lateOperations.withLock({ $0 == 0 }) else { return nil }
    let result = SharedTask<Result?>()
    Task(executorPreference: executor) {
      if !result.resolve(.success(body(self))) { self.lateOperations.withLock { $0 -= 1 } }
    }
    let timer = Task(executorPreference: ThreadPoolExecutor.shared) {
      try await SystemClock().sleep(for: Self.timeLimit)
      if result.resolve(.success(nil)) { self.lateOperations.withLock { $0 += 1 } }
    }
    defer { timer.cancel() }
    return (try? await result.uncancellableValue()) ?? nil
  }

  // MARK: On the thread

  @discardableResult
  private func write(_ body: (CacheFile) throws -> Void) -> Void? {
    guard .now >= nextWrite else { return nil }
    let result: Void? = attempt(body)
    if result == nil { nextWrite = .now + Self.pause }
    return result
  }

  private func attempt<Result>(_ body: (CacheFile) throws -> Result) -> Result? {
    // The second attempt follows the replacement of a damaged file.
    for isLast in [false, true] {
      do {
        guard let file = try openFile() else { return nil }
        return try body(file)
      } catch {
        guard Self.isDamage(error) else { break }
        if !isLast { replaceFile() }
      }
    }
    if file == nil { nextOpening = .now + Self.pause }
    return nil
  }

  /// Whether an error shows that the file does not contain what this program has written.
  private static func isDamage(_ error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.isCorruption || error.isMismatch }
    return error is CacheFile.UnknownSchema
  }

  private func openFile() throws -> CacheFile? {
    if let file { return file }
    guard !isUnusable, .now >= nextOpening else { return nil }
    makeDirectory(folder)
    do {
      // Locked, so that no process creates the file while another removes it.
      file = try withFolderLocked(folder, timeoutMilliseconds: Self.lockTimeout) { _ in
        try CacheFile(path: path, maximumBytes: maximumBytes, now: date())
      }
    } catch is CacheFile.NotACache {
      isUnusable = true
    }
    return file
  }

  /// Removes the damaged file. Processes that have it open continue with the unlinked file.
  private func replaceFile() {
    file = nil
    withFolderLocked(folder, timeoutMilliseconds: Self.lockTimeout) { lock in
      // Another process may have replaced it, or be about to.
      guard lock != .timedOut else { return }
      do {
        if try CacheFile(path: path, maximumBytes: maximumBytes, now: date()).passesCheck() { return }
      } catch is CacheFile.NotACache {
        isUnusable = true
        return
      } catch {}
      if CacheFile.isCache(path) {
        for suffix in Self.suffixes { unlink(path + suffix) }
      } else {
        moveAside()
      }
    }
  }

  private static let suffixes = ["-wal", "-shm", "-journal", ""]

  /// Renames a file that may be somebody's. If there is a file with the new name already, there is no cache.
  private func moveAside() {
    for suffix in Self.suffixes.reversed() {
      // Unlike rename(2), link(2) never replaces a file.
      if link(path + suffix, path + ".aside" + suffix) == 0 {
        unlink(path + suffix)
      } else if suffix.isEmpty {
        isUnusable = true
        return
      }
    }
  }
}
