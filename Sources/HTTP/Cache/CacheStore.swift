import Concurrency
import OperatingSystem
import Platform
import SQLite

/// The cache file, accessed on a thread of its own, so that waiting for the disk or for another process blocks nothing
/// else.
///
/// It never fails. A damaged file is replaced; if no file can be created, nothing is stored.
final class CacheStore: @unchecked Sendable {
  // Unchecked: `file` and `isUnusable` are accessed on the executor's thread only.
  private let executor = SerialTaskExecutor()
  /// The time limit for the lock, in milliseconds. Continuing without the lock costs the cache at worst.
  private static let lockTimeout = 500
  private var file: CacheFile?
  private var isUnusable = false
  private let path: String
  private let folder: String
  private let maximumBytes: Int
  private let date: @Sendable () -> Int

  init(path: String, maximumBytes: Int, date: @escaping @Sendable () -> Int) {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    self.maximumBytes = maximumBytes
    self.date = date
  }

  func response(for key: String) async -> CachedResponse? {
    await onThread { [date] file in try file.response(for: key, now: date()) } ?? nil
  }

  /// Returns after the response is stored, so that a program that exits after its answer has cached it.
  func add(_ cached: CachedResponse, for key: String) async { await onThread { try $0.add(cached, for: key) } }

  func remove(_ key: String) async { await onThread { try $0.remove(key) } }

  @discardableResult
  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (CacheFile) throws -> Result
  ) async -> Result? {
    await Task(executorPreference: executor) { self.attempt(body) }.value
  }

  private func attempt<Result>(_ body: (CacheFile) throws -> Result) -> Result? {
    // The second attempt follows the replacement of a damaged file.
    for isLast in [false, true] {
      do {
        guard let file = try openFile() else { return nil }
        return try body(file)
      } catch let error as SQLiteError where error.isCorruption && !isLast {
        replaceFile()
      } catch {
        return nil
      }
    }
    return nil
  }

  private func openFile() throws -> CacheFile? {
    if let file { return file }
    guard !isUnusable else { return nil }
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
    withFolderLocked(folder, timeoutMilliseconds: Self.lockTimeout) { _ in
      // Another process may have replaced it.
      if let file = try? CacheFile(path: path, maximumBytes: maximumBytes, now: date()),
        (try? file.passesCheck()) == true
      {
        return
      }
      for suffix in ["-wal", "-shm", "", "-journal"] { unlink(path + suffix) }
    }
  }
}
