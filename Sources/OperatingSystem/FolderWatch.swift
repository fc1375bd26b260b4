import Concurrency

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
  import Dispatch
#endif

/// Calls back when a file in a folder has been written, made or removed, by whichever process. Costs nothing while
/// nothing happens: a thread waits in the kernel.
///
/// The folder is watched, not the files: SQLite makes and removes its write-ahead log as it pleases.
public final class FolderWatch: Sendable {
  private let directory: String
  private let identity: FileIdentity?
  private let hasEnded = Mutex(false)

  /// Whether events still come, from the folder that has the name now. Not told by the folder's identity alone: file
  /// systems give the number of a folder that was removed to the next one. When this turns false because the folder
  /// is gone, there is one more event.
  public var isCurrent: Bool { !hasEnded.withLock { $0 } && identity == FileIdentity(path: directory) }

  #if canImport(Darwin)
    // Unsafe: set once, and only ever cancelled.
    nonisolated(unsafe) private let sources: [any DispatchSourceFileSystemObject]

    /// Nil where the system has no watch to give.
    public init?(directory: String, files: [String] = [], onEvent: @escaping @Sendable () -> Void) {
      self.directory = directory
      identity = FileIdentity(path: directory)
      // A folder's own event tells of files made and removed; writes into a file are told by the file only.
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
      if sources.isEmpty { return nil }
    }

    /// Ends the watch. A call back that is under way goes on.
    public func stop() { for source in sources { source.cancel() } }
  #else
    /// Nil once it is closed. Only the thread closes it, so that `stop` never touches one that is another's by then.
    private let descriptor: Mutex<Int32?>

    /// Nil where the system has no watch to give: a user may have 128 on many systems, and editors take theirs.
    ///
    /// - Parameter files: those of the folder whose writes are to be told, where they are not replaced but written into.
    public init?(directory: String, files: [String] = [], onEvent: @escaping @Sendable () -> Void) {
      self.directory = directory
      // Before the watch begins: where a replacement comes between the two, this watch is not current.
      identity = FileIdentity(path: directory)
      let descriptor = inotify_init1(Int32(IN_CLOEXEC))
      self.descriptor = Mutex(descriptor)
      guard descriptor >= 0 else { return nil }
      let events = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
      guard inotify_add_watch(descriptor, directory, UInt32(events)) >= 0 else {
        close(descriptor)
        return nil
      }
      startThread { [self] in
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
        defer { buffer.deallocate() }
        var isOver = false
        while !isOver {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count <= 0, errno == EINTR { continue }
          isOver = count <= 0
          // What happened makes no difference: anything is a reason to look. Only the end of the watch, by `stop` or
          // because the folder is gone, has to be read out of the events.
          var offset = 0
          while offset < count {
            let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
            if event.mask & UInt32(IN_IGNORED) != 0 { isOver = true }
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
          }
          if isOver { hasEnded.withLock { $0 = true } }
          onEvent()
        }
        self.descriptor.withLock { $0 = nil }
        close(descriptor)
      }
    }

    /// Ends the watch, on any thread. The watch's own thread calls back once more, and closes the descriptor.
    public func stop() { descriptor.withLock { if let descriptor = $0 { inotify_rm_watch(descriptor, 1) } } }
  #endif
}
