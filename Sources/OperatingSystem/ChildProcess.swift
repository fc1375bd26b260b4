import Concurrency
import Platform

/// A program in its own process group, so that a shell and its children can be ended together. A thread reaps it; until
/// then the kernel cannot reuse the process id, and the group can be signalled.
public final class ChildProcess: Sendable {
  public enum Exit: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    init(_ code: Int32) { self = code & 0x7F == 0 ? .status((code >> 8) & 0xFF) : .signal(code & 0x7F) }
  }

  private let id: pid_t
  private let exit = Monitor<Exit?>(nil)

  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program as `spawn` does. Unless `isGroupKilled`, its children may continue after it, as an agent does.
  /// `onEnd` is called on its own thread after it has ended; `waitForExit` then returns at once.
  public init(
    _ words: [String], environment: [String: String]? = nil, streams: StandardStreams, isGroupKilled: Bool,
    onEnd: @escaping @Sendable () -> Void = {}
  ) throws(SpawnFailure) {
    // Started and registered under one lock, so that `signalAll` cannot miss it.
    id = try Self.running.withLock { running throws(SpawnFailure) in
      let id = try spawn(words, environment: environment, streams)
      running.insert(id)
      return id
    }
    do throws(ThreadError) {
      try startThread { [self] in
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        reap(isGroupKilled: isGroupKilled)
        onEnd()
      }
    } catch {
      signal(SIGKILL)
      reap(isGroupKilled: true)
      throw SpawnFailure(error)
    }
  }

  private func reap(isGroupKilled: Bool) {
    let code = Self.running.withLock { running in
      if isGroupKilled { kill(-id, SIGKILL) }
      var code: Int32 = 0
      waitpid(id, &code, 0)
      running.remove(id)
      return code
    }
    exit.withLock { $0 = Exit(code) }
    exit.notify()
  }

  /// Sends a signal to the process group. Does nothing after the program has ended.
  public func signal(_ number: Int32) {
    Self.running.withLock { running in
      if running.contains(id) { kill(-id, number) }
    }
  }

  public func waitForExit() -> Exit { exit.wait(until: { $0 != nil }) { $0 ?? .status(0) } }

  /// Waits until the program has ended. Returns nil if it is still running after this time.
  public func waitForExit(milliseconds: Int) -> Exit? {
    exit.wait(milliseconds: milliseconds, until: { $0 != nil })
    return exit.withLock { $0 }
  }

  // MARK: All processes

  public static func signalAll(_ number: Int32) { running.withLock { for id in $0 { kill(-id, number) } } }

  /// Kills every running program and ends this process before any thread can notice that they are gone.
  public static func killAll(thenExit status: Int32, _ cleanUp: () -> Void) -> Never {
    running.withLock { running in
      for id in running { kill(-id, SIGKILL) }
      cleanUp()
      _exit(status)
    }
  }

  static func withoutStarts<Result>(_ body: () throws(SpawnFailure) -> Result) throws(SpawnFailure) -> Result {
    try running.withLock { _ throws(SpawnFailure) in try body() }
  }
}

public struct SpawnFailure: Error, CustomStringConvertible, Sendable {
  /// The rest of a sentence whose subject is the program: `cannot be started: No such file or directory`.
  public let description: String

  init(code: Int32) { description = "cannot be started: \(String(cString: strerror(code)))" }

  init(_ error: ThreadError) { description = "cannot be started: \(error)" }
}

/// The descriptors that a program gets. Without them its input is empty, and its errors go where this process's go.
public typealias StandardStreams = (input: Int32?, output: Int32, errors: Int32?)

/// Starts a program as a shell would: no signal is blocked, and those that this process ignores or handles have their
/// default action. It gets its own process group, so that `kill(-process, …)` ends it together with its children. Its
/// environment is this process's unless given. The caller has to reap the process.
func spawn(
  _ words: [String], environment: [String: String]?, _ streams: StandardStreams
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
  if let input = streams.input {
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  } else {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
  if let errors = streams.errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

  var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  #if canImport(Darwin)
    flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    if streams.errors == nil { posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO) }
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

/// A pipe that no program inherits unless it is given one of the descriptors, which are closed with this object.
public final class PrivatePipe: Sendable {
  /// The end to read from. Invalid after `closeRead`: the number may belong to another file by then.
  public let read: Int32
  /// The end to write to. Invalid after `closeWrite`.
  public let write: Int32
  private let openEnds: Mutex<Set<Int32>>

  public init() throws(SpawnFailure) {
    // Two steps, because not every system has pipe2(2): no program may be started in between.
    let ends = try ChildProcess.withoutStarts { () throws(SpawnFailure) in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SpawnFailure(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    (read, write, openEnds) = (ends[0], ends[1], Mutex(Set(ends)))
  }

  deinit {
    closeRead()
    closeWrite()
  }

  public var isWriteOpen: Bool { openEnds.withLock { $0.contains(write) } }

  public func closeRead() { closeEnd(read) }

  /// Closes the end to write to, unless it is closed already. The reader then reaches the end of the file.
  public func closeWrite() { closeEnd(write) }

  private func closeEnd(_ end: Int32) { openEnds.withLock { if $0.remove(end) != nil { close(end) } } }
}
