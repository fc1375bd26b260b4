import Concurrency
import Platform

#if canImport(Darwin)
  import Dispatch
#endif

/// Calls back when any process writes, creates or removes a file in a folder, and costs nothing while nothing happens.
/// It watches the folder and not the files, because SQLite creates and removes its write-ahead log at any time.
public final class FolderWatch: Sendable {
  private let directory: String
  private let identity: FileIdentity?
  private let hasEnded = Mutex(false)
  private let isStopped = Mutex(false)

  /// Whether the watch reports events of the folder that is at the path now. When the folder goes, there is one more
  /// event. Its identity alone is not enough: file systems give the inode number of a removed folder to the next one.
  public var isCurrent: Bool { !hasEnded.withLock { $0 } && identity == FileIdentity(path: directory) }

  #if canImport(Darwin)
    // Unsafe: set once, and then only cancelled.
    nonisolated(unsafe) private let sources: [any DispatchSourceFileSystemObject]

    public init?(
      directory: String, files: [String] = [], pollMilliseconds: Int? = nil, onEvent: @escaping @Sendable () -> Void
    ) {
      self.directory = directory
      identity = FileIdentity(path: directory)
      // The folder's own event reports created and removed files; only the file's reports writes into it.
      sources = ([directory] + files.map { directory + "/" + $0 }).compactMap { [hasEnded] path in
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: .global())
        source.setEventHandler {
          if path == directory, !source.data.isDisjoint(with: [.delete, .rename]) { hasEnded.withLock { $0 = true } }
          onEvent()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        return source
      }
      if sources.isEmpty {
        guard let pollMilliseconds else { return nil }
        poll(milliseconds: pollMilliseconds, onEvent)
      }
    }

    /// Ends the watch. A callback that is already running continues.
    public func stop() {
      isStopped.withLock { $0 = true }
      for source in sources { source.cancel() }
    }
  #else
    /// Nil after it is closed. Only the thread closes it, so that `stop` never uses a descriptor that has been reused.
    private let descriptor: Mutex<Int32?>

    /// Nil if the system provides no watch: many systems allow 128 per user. With `pollMilliseconds` there is then one
    /// event after this time: who creates a new watch at each event polls until the system provides one. Only Darwin
    /// needs the names of the files that are written in place.
    public init?(
      directory: String, files: [String] = [], pollMilliseconds: Int? = nil, onEvent: @escaping @Sendable () -> Void
    ) {
      self.directory = directory
      // Read before the watch starts: if the folder is replaced between the two, this watch is not current.
      identity = FileIdentity(path: directory)
      guard let descriptor = Self.watch(directory) else {
        self.descriptor = Mutex(nil)
        guard let pollMilliseconds else { return nil }
        poll(milliseconds: pollMilliseconds, onEvent)
        return
      }
      self.descriptor = Mutex(descriptor)
      do throws(ThreadError) {
        try startThread { [self] in forwardEvents(of: descriptor, to: onEvent) }
      } catch {
        close(descriptor)
        return nil
      }
    }

    private func forwardEvents(of descriptor: Int32, to onEvent: () -> Void) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
      defer { buffer.deallocate() }
      var isOver = false
      while !isOver {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        isOver = count <= 0
        // The kind of event makes no difference: any event is a reason to check. Only the end of the watch, by `stop`
        // or because the folder is gone, has to be found among the events.
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_IGNORED) != 0 { isOver = true }
          if event.mask & UInt32(IN_MOVE_SELF | IN_DELETE_SELF) != 0 { hasEnded.withLock { $0 = true } }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        if isOver { hasEnded.withLock { $0 = true } }
        onEvent()
        // A transaction is dozens of writes, each an event that would wake this thread beside the one that writes.
        if !isOver { usleep(1_000) }
      }
      self.descriptor.withLock { $0 = nil }
      close(descriptor)
    }

    private static func watch(_ directory: String) -> Int32? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let events = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_MOVE_SELF | IN_DELETE_SELF
      guard inotify_add_watch(descriptor, directory, UInt32(events)) >= 0 else {
        close(descriptor)
        return nil
      }
      return descriptor
    }

    /// Ends the watch, from any thread. The watch's own thread calls back once more and closes the descriptor.
    public func stop() {
      isStopped.withLock { $0 = true }
      descriptor.withLock { if let descriptor = $0 { inotify_rm_watch(descriptor, 1) } }
    }
  #endif

  private func poll(milliseconds: Int, _ onEvent: @escaping @Sendable () -> Void) {
    hasEnded.withLock { $0 = true }
    try? startThread { [isStopped] in
      usleep(UInt32(clamping: milliseconds) * 1_000)
      if !isStopped.withLock(\.self) { onEvent() }
    }
  }
}
