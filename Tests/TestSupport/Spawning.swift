import Foundation

/// Starts processes for tests. Not `Foundation.Process`, whose children can inherit the pipes of processes that are started
/// at the same time: the end of an input would then arrive only after those have exited too. `OperatingSystem.ChildProcess`
/// relies on close-on-exec, which the descriptors of Foundation and of other tests do not all have.
public enum Spawning {
  /// Without SIGPIPE, write(2) reports that the other end of a pipe is closed.
  private static let ignoresClosedPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Creates a pipe. The caller must close both ends.
  public static func pipe() throws -> (read: Int32, write: Int32) {
    _ = ignoresClosedPipes
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (ends[0], ends[1])
  }

  /// Starts a process that inherits no descriptors except the standard ones, whatever other tests have open.
  ///
  /// - Parameter standard: its stdin, stdout and stderr; missing ones are inherited.
  /// - Returns: the process id. The caller must reap the process.
  public static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], standard: [Int32]
  ) throws -> pid_t {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // Other tests' pipes must not be inherited. Closing a descriptor that is not open is not an error here.
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if os(Linux)
      for descriptor in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #else
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      for number in standard.count..<3 { posix_spawn_file_actions_addinherit_np(&actions, Int32(number)) }
    #endif
    // As a shell does: no signal is ignored or blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, argv, envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return id
  }
}
