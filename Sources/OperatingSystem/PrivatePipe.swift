import Concurrency
import Platform

/// A pipe that no program inherits unless it is given one of the descriptors, which are closed with this object.
public final class PrivatePipe: Sendable {
  /// The end to read from. Invalid after `closeRead`: the number may belong to another file by then.
  public let read: Int32
  /// The end to write to. Invalid after `closeWrite`.
  public let write: Int32
  private let isOpen = Mutex((read: true, write: true))

  /// Creates a pipe. Throws if this process or the system has no descriptor left.
  public init() throws(SpawnFailure) {
    // Two steps, because not every system has pipe2(2): no program may be started in between.
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

  /// Whether `closeWrite` has not been called yet.
  public var isWriteOpen: Bool { isOpen.withLock { $0.write } }

  /// Closes the end to read from, unless it is closed already.
  public func closeRead() {
    isOpen.withLock { isOpen in
      if isOpen.read { close(read) }
      isOpen.read = false
    }
  }

  /// Closes the end to write to, unless it is closed already. The reader then reaches the end of the file.
  public func closeWrite() {
    isOpen.withLock { isOpen in
      if isOpen.write { close(write) }
      isOpen.write = false
    }
  }
}
