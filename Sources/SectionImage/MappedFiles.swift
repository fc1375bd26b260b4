import Concurrency
import Platform

/// The mapped files of the process. To read a page that one no longer has, after `cp` or `truncate`, raises SIGBUS. Its
/// handler puts a page of zeros there, which is handled as any other damage.
enum MappedFiles {
  /// Read by the signal's handler, at any moment: a number is written whole, and an end of 0 is no range.
  private struct Range {
    var start: UInt = 0
    var end: UInt = 0
  }

  /// A server has one file, and another one for a moment while it is replaced.
  private static let capacity = 64

  private nonisolated(unsafe) static let ranges = {
    let ranges = UnsafeMutablePointer<Range>.allocate(capacity: capacity)
    ranges.initialize(repeating: Range(), count: capacity)
    return ranges
  }()

  private static let pageSize = UInt(getpagesize())
  private static let lock = Mutex(false)

  /// Adds a file that has just been mapped. Returns false if there are too many, which would have no protection.
  static func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lock.withLock { isHandled in
      let start = UInt(bitPattern: bytes.baseAddress)
      guard let index = (0..<capacity).first(where: { ranges[$0].end == 0 }) else { return false }
      ranges[index].start = start
      ranges[index].end = start + UInt(bytes.count)
      if !isHandled { handleBusErrors() }
      isHandled = true
      return true
    }
  }

  /// Removes a file that is about to be unmapped.
  static func remove(_ bytes: UnsafeRawBufferPointer) {
    lock.withLock { _ in
      let start = UInt(bitPattern: bytes.baseAddress)
      for index in 0..<capacity where ranges[index].start == start { ranges[index].end = 0 }
    }
  }

  private static func handleBusErrors() {
    // The handler must not initialize them.
    _ = (pageSize, ranges)
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    #if os(Linux)
      action.__sigaction_handler.sa_sigaction = { _, info, _ in
        MappedFiles.handle(UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr))
      }
    #else
      action.__sigaction_u.__sa_sigaction = { _, info, _ in MappedFiles.handle(UInt(bitPattern: info?.pointee.si_addr))
      }
    #endif
    sigaction(SIGBUS, &action, nil)
  }

  /// Calls only functions that a signal's handler may call.
  private static func handle(_ address: UInt) {
    for index in 0..<capacity where address >= ranges[index].start && address < ranges[index].end {
      let page = UnsafeMutableRawPointer(bitPattern: address / pageSize * pageSize)
      if mmap(page, Int(pageSize), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED { return }
    }
    // It is no page of these files: the instruction is repeated, and ends the process.
    signal(SIGBUS, SIG_DFL)
  }
}
