import CSQLite
import Platform

/// Limits the time for which a connection waits for locks of other processes, which may be stopped.
///
/// SQLite's own timeout has two gaps: it starts again for every lock, and some waits (for a reader's mark in the
/// write-ahead log) ignore it and last up to ten seconds. Both kinds of wait sleep between attempts, here only until
/// the time is over: the first kind asks a busy handler, the second sleeps with a function of the connection's VFS.
final class LockTimeout {
  /// A copy of the default VFS, which finds the times next to it when SQLite calls its sleep function.
  private struct Times {
    var vfs: sqlite3_vfs
    /// The longest wait of one statement.
    let patience: Int64
    /// The end of all waits.
    var deadline: Int64
    /// The end of the waits of this statement; 0 until the first of them.
    var statementDeadline: Int64 = 0

    /// Sleeps for this time, but not past the deadline. Returns false after the deadline.
    mutating func sleep(microseconds: Int64) -> Bool {
      let now = monotonicNanoseconds()
      if statementDeadline == 0 { statementDeadline = now + patience }
      let remaining = (min(statementDeadline, deadline) - now) / 1_000
      guard remaining > 0 else { return false }
      usleep(UInt32(clamping: min(microseconds, remaining)))
      return true
    }
  }

  private let times: UnsafeMutablePointer<Times>

  /// Nil if SQLite has no VFS.
  ///
  /// - Parameter milliseconds: the longest wait of one statement.
  init?(milliseconds: Int32) {
    guard let standard = sqlite3_vfs_find(nil) else { return nil }
    times = .allocate(capacity: 1)
    times.initialize(to: Times(vfs: standard.pointee, patience: Int64(milliseconds) * 1_000_000, deadline: .max))
    // Connections choose a VFS by its name.
    let name = strdup("movie-server-\(UInt(bitPattern: times))")
    times.pointee.vfs.zName = UnsafePointer(name)
    times.pointee.vfs.xSleep = { vfs, microseconds in
      // The VFS is the first member of its structure.
      let times = UnsafeMutableRawPointer(vfs)?.assumingMemoryBound(to: Times.self)
      return times?.pointee.sleep(microseconds: Int64(microseconds)) == true ? microseconds : 0
    }
    sqlite3_vfs_register(vfs, 0)
  }

  /// To be destroyed after its connection.
  deinit {
    sqlite3_vfs_unregister(vfs)
    free(UnsafeMutablePointer(mutating: times.pointee.vfs.zName))
    times.deinitialize(count: 1)
    times.deallocate()
  }

  private var vfs: UnsafeMutablePointer<sqlite3_vfs> {
    UnsafeMutableRawPointer(times).assumingMemoryBound(to: sqlite3_vfs.self)
  }

  /// The name of the VFS with which the connection must be opened.
  var vfsName: UnsafePointer<CChar> { times.pointee.vfs.zName }

  /// The end of all waits, on the monotonic clock in nanoseconds.
  var deadline: Int64 {
    get { times.pointee.deadline }
    set { times.pointee.deadline = newValue }
  }

  /// Begins a statement, which may wait for the whole time again.
  func startStatement() { times.pointee.statementDeadline = 0 }

  func attach(to connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, attempts in
        let times = context?.assumingMemoryBound(to: Times.self)
        // 1, 2, 4, … milliseconds.
        return times?.pointee.sleep(microseconds: min(1_000 << Int64(min(attempts, 5)), 25_000)) == true ? 1 : 0
      }, times)
  }
}
