import Concurrency
import OperatingSystem
import Platform
import SQLite

/// The cache file on a thread of its own: waiting for the disk, or for another process, holds nobody else up.
///
/// It never fails. A damaged file is thrown away and made anew; where there can be none, nothing is kept.
final class CacheStore: @unchecked Sendable {
  // Unchecked: `file` and `isForeign` are touched on the executor's thread only.
  private let executor = SerialTaskExecutor()
  /// How long another process is waited for, in milliseconds. To go on without it costs the cache at worst.
  private static let patience = 500
  private var file: CacheFile?
  private var isForeign = false
  private let path: String
  private let folder: String
  private let limit: Int
  private let date: @Sendable () -> Int

  init(path: String, limit: Int, date: @escaping @Sendable () -> Int) {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    self.limit = limit
    self.date = date
  }

  func answer(_ key: String) async -> CachedResponse? {
    await onThread { [date] file in try file.answer(key, now: date()) } ?? nil
  }

  /// Returns when it is done, so that a program that ends after its answer has kept it.
  func keep(_ answer: CachedResponse, _ key: String) async { await onThread { try $0.keep(answer, key) } }

  func remove(_ key: String) async { await onThread { try $0.remove(key) } }

  @discardableResult
  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (CacheFile) throws -> Result
  ) async -> Result? {
    await Task(executorPreference: executor) { self.attempt(body) }.value
  }

  private func attempt<Result>(_ body: (CacheFile) throws -> Result) -> Result? {
    // Once more after a damaged file has been replaced.
    for isLast in [false, true] {
      do {
        guard let file = try opened() else { return nil }
        return try body(file)
      } catch let error as SQLiteError where error.isCorruption && !isLast {
        replaceFile()
      } catch {
        return nil
      }
    }
    return nil
  }

  private func opened() throws -> CacheFile? {
    if let file { return file }
    guard !isForeign else { return nil }
    makeDirectory(folder)
    do {
      // Nobody makes it while another is throwing it away.
      file = try withFolderLocked(folder, patience: Self.patience) {
        try CacheFile(path: path, limit: limit, now: date())
      }
    } catch is CacheFile.Foreign {
      isForeign = true
    }
    return file
  }

  /// Others that have the damaged file open go on with it, without its name.
  private func replaceFile() {
    file = nil
    withFolderLocked(folder, patience: Self.patience) {
      // Another process may have replaced it by now.
      if let sound = try? CacheFile(path: path, limit: limit, now: date()), (try? sound.check()) == true { return }
      for suffix in ["-wal", "-shm", "", "-journal"] { unlink(path + suffix) }
    }
  }
}
