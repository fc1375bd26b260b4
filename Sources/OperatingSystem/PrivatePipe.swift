import Concurrency
import Platform

/// Two descriptors that no other program inherits but one that is given them, closed with this object at the latest.
///
/// Whoever uses a descriptor has to keep the object that long.
public final class PrivatePipe: Sendable {
  /// Not to be used after `closeRead`: the number may be another descriptor's by then.
  public let read: Int32
  /// Not to be used after `closeWrite`.
  public let write: Int32
  private let isOpen = Mutex((read: true, write: true))

  /// Makes a pipe, and throws where this process or the system has no descriptor left.
  public init() throws(SpawnFailure) {
    // Two steps, for want of pipe2(2) on every system: no program may be started in between.
    let ends = try ChildProcess.withoutStarts { () throws(SpawnFailure) in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SpawnFailure(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    (read, write) = (ends[0], ends[1])
  }

  deinit {
    closeRead()
    closeWrite()
  }

  /// Whether `closeWrite` is still to come.
  public var isWriteOpen: Bool { isOpen.withLock { $0.write } }

  /// Closes this process's end to read from; nothing where that is done.
  public func closeRead() {
    isOpen.withLock { isOpen in
      if isOpen.read { close(read) }
      isOpen.read = false
    }
  }

  /// Closes this process's end to write to; nothing where that is done. Who reads then comes to the end.
  public func closeWrite() {
    isOpen.withLock { isOpen in
      if isOpen.write { close(write) }
      isOpen.write = false
    }
  }
}
