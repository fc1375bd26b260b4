import Platform

/// Asks the system how much can be written to a descriptor without blocking.
struct OutputPipe {
  private let descriptor: Int32
  #if os(Linux)
    /// The capacity of the pipe; -1 if the descriptor is not a pipe.
    private let capacity: Int
  #endif

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if os(Linux)
      // F_GETPIPE_SZ (Linux 2.6.35), which Swift does not import from the C library.
      capacity = Int(fcntl(descriptor, 1_032))
    #endif
  }

  /// A number of bytes that the client's pipe accepts without blocking.
  func room() -> Int {
    #if os(Linux)
      // One write for a whole page wakes the client once, and not once per PIPE_BUF.
      var unread: Int32 = 0
      if capacity > 0, ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 { return capacity }
    #endif
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An error or a hang-up polls writable as well; the write then reports it.
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // A pipe that polls writable accepts PIPE_BUF bytes without blocking (POSIX, write(2)).
    return Int(PIPE_BUF)
  }
}
