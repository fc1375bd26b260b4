import Platform

/// The descriptors 0, 1 and 2.
enum StandardStreams {
  /// Opens `/dev/null` for those that are closed. Otherwise a file that is opened later, such as a recording, would get
  /// the number of stderr, and log lines would be written into it.
  ///
  /// Must run before anything else opens a file.
  static func openMissing() {
    // stdout can then not be written, because output that goes nowhere is not success.
    let flags = [STDIN_FILENO: O_RDONLY, STDOUT_FILENO: O_RDONLY, STDERR_FILENO: O_WRONLY]
    for (descriptor, flags) in flags.sorted(by: { $0.key < $1.key }) where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = open("/dev/null", flags)
    }
  }

  /// Returns a descriptor for the client's messages and sends everything else on stdout, such as a stray print, to
  /// stderr.
  static func reserveOutput() throws(UsageError) -> Int32 {
    let isWritable = fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
    let output = isWritable ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1
    guard output >= 0 else { throw UsageError(message: "stdout is closed, or cannot be written") }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return output
  }
}
