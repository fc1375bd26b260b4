import Concurrency
import Platform

public struct SpawnFailure: Error, CustomStringConvertible, Sendable {
  /// The rest of a sentence whose subject is the program: `cannot be started: No such file or directory`.
  public let description: String

  init(code: Int32) { description = "cannot be started: \(String(cString: strerror(code)))" }

  init(_ error: ThreadError) { description = "cannot be started: \(error)" }
}

/// Starts a program as a shell would: no signal is blocked, and those that this process ignores or handles have their
/// default action. It gets its own process group, so that `kill(-process, …)` ends it together with its children. Its
/// environment and stderr are this process's unless given; its stdin is empty. The caller has to reap the process.
func spawn(
  _ words: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32, errors: Int32? = nil
) throws(SpawnFailure) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  } else {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

  var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  #if canImport(Darwin)
    flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    if errors == nil { posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO) }
  #endif
  var blocked = signalSet([])
  posix_spawnattr_setsigmask(&attributes, &blocked)
  var restored = signalSet([SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP])
  posix_spawnattr_setsigdefault(&attributes, &restored)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(flags))

  let arguments = words.map { strdup($0) } + [nil]
  let variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
  defer { for text in arguments + (variables ?? []) { free(text) } }
  #if canImport(Darwin)
    let inherited = _NSGetEnviron().pointee
  #else
    let inherited = environ
  #endif
  var process: pid_t = 0
  let code =
    if let variables {
      posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
    } else {
      posix_spawnp(&process, words[0], &actions, &attributes, arguments, inherited)
    }
  guard code == 0 else { throw SpawnFailure(code: code) }
  return process
}
