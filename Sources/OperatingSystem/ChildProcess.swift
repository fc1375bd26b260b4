import Concurrency
import Platform

/// A program in its own process group, so that a shell and its children can be ended together. A thread reaps it; until
/// then the kernel cannot reuse the process id, and the group can be signalled.
public final class ChildProcess: Sendable {
  public enum Exit: Equatable, Sendable {
    /// It exited with this status, 0 to 255.
    case status(Int32)
    /// The signal with this number killed it.
    case signal(Int32)

    init(_ code: Int32) { self = code & 0x7F == 0 ? .status((code >> 8) & 0xFF) : .signal(code & 0x7F) }
  }

  private let id: pid_t
  private let exit = Monitor<Exit?>(nil)

  /// The processes that are not reaped yet.
  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program as `spawn` does. Unless `isGroupKilled`, its children may continue after it, as an agent does.
  /// `onEnd` is called on its own thread after it has ended; `waitForExit` then returns at once.
  public init(
    _ words: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32, errors: Int32? = nil,
    isGroupKilled: Bool, onEnd: @escaping @Sendable () -> Void = {}
  ) throws(SpawnFailure) {
    // Started and registered under one lock, so that `signalAll` cannot miss it.
    id = try Self.running.withLock { running throws(SpawnFailure) in
      let id = try spawn(words, environment: environment, input: input, output: output, errors: errors)
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

  /// Waits for the program, and lets the kernel reuse its id.
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

  /// Sends a signal to the process group of every running program.
  public static func signalAll(_ number: Int32) {
    running.withLock { for id in $0 { kill(-id, number) } }
  }

  /// Kills every running program and ends this process before any thread can notice that they are gone.
  public static func killAll(thenExit status: Int32, _ cleanUp: () -> Void) -> Never {
    running.withLock { running in
      for id in running { kill(-id, SIGKILL) }
      cleanUp()
      _exit(status)
    }
  }

  /// Runs `body` while no other thread starts a program.
  static func withoutStarts<Result>(_ body: () throws(SpawnFailure) -> Result) throws(SpawnFailure) -> Result {
    try running.withLock { _ throws(SpawnFailure) in try body() }
  }
}
