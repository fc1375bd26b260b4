import Concurrency
import Platform

/// A program that runs in a process group of its own, so that a shell and what it runs can be ended together. It is
/// always reaped, by a thread that waits for it.
///
/// A group is signalled only while its program is not reaped: so long its number is nobody else's.
public final class ChildProcess: Sendable {
  /// How a program has ended.
  public enum Exit: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// - Parameter code: what waitpid(2) gives.
    init(_ code: Int32) { self = code & 0x7F == 0 ? .status((code >> 8) & 0xFF) : .signal(code & 0x7F) }
  }

  private let id: pid_t
  private let exit = Monitor<Exit?>(nil)

  /// Those that are not reaped.
  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program as `spawn` does.
  ///
  /// - Parameters:
  ///   - isGroupKilled: whether what it has started ends with it; else that may go on, as an agent does.
  ///   - onEnd: called on a thread of its own when it has ended and `exit` tells how.
  public init(
    _ words: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32, errors: Int32? = nil,
    isGroupKilled: Bool, onEnd: @escaping @Sendable () -> Void = {}
  ) throws(SpawnFailure) {
    // Counted in the same moment as it is there: who signals all must not miss it.
    id = try Self.running.withLock { running throws(SpawnFailure) in
      let id = try spawn(words, environment: environment, input: input, output: output, errors: errors)
      running.insert(id)
      return id
    }
    startThread { [id, exit] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      let code = Self.running.withLock { running in
        if isGroupKilled { kill(-id, SIGKILL) }
        var code: Int32 = 0
        waitpid(id, &code, 0)
        running.remove(id)
        return code
      }
      exit.withLock { $0 = Exit(code) }
      exit.notify()
      onEnd()
    }
  }

  /// Signals it with what it has started; nothing when it has ended.
  public func signal(_ number: Int32) {
    Self.running.withLock { running in
      if running.contains(id) { kill(-id, number) }
    }
  }

  /// Waits until it has ended.
  public func waitForExit() -> Exit {
    exit.wait(until: { $0 != nil }) { $0 ?? .status(0) }
  }

  /// The same; nil when it goes on for longer.
  public func waitForExit(milliseconds: Int) -> Exit? {
    exit.wait(milliseconds: milliseconds, until: { $0 != nil })
    return exit.withLock { $0 }
  }

  // MARK: All of them

  /// Signals all that there are, with what they have started.
  public static func signalAll(_ number: Int32) {
    running.withLock { for id in $0 { kill(-id, number) } }
  }

  /// Kills all that there are and then ends this process, before anybody can see that they are gone.
  public static func killAll(thenExit status: Int32, _ cleanUp: () -> Void) -> Never {
    running.withLock { running in
      for id in running { kill(-id, SIGKILL) }
      cleanUp()
      _exit(status)
    }
  }

  /// Runs `body` while none is started.
  static func withoutStarts<Result>(_ body: () throws(SpawnFailure) -> Result) throws(SpawnFailure) -> Result {
    try running.withLock { _ throws(SpawnFailure) in try body() }
  }
}
