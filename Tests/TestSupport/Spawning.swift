import Foundation

/// How tests start processes. Not `Foundation.Process`, whose children can inherit the pipes of others that are started
/// at the same time: the end of an input would then come only when those have ended too.
public enum Spawning {
  /// A pipe that is closed on the other side is told by write(2).
  private static let ignoresClosedPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Both ends are the caller's to close.
  public static func pipe() throws -> (read: Int32, write: Int32) {
    _ = ignoresClosedPipes
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (ends[0], ends[1])
  }

  /// Starts a process that has no descriptors but the standard ones, whoever else has pipes open.
  ///
  /// - Parameter standard: what becomes its stdin, stdout and stderr; those that are not given it shares with us.
  /// - Returns: its id. The caller has to reap it.
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
    // Other tests' pipes must not be inherited; closing a descriptor that is not open is no error here.
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if os(Linux)
      for descriptor in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #else
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      for number in standard.count..<3 { posix_spawn_file_actions_addinherit_np(&actions, Int32(number)) }
    #endif
    // As a shell would start it: nothing ignored, nothing blocked.
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
