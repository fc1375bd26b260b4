import Concurrency
import Foundation
import JSON
import OperatingSystem

/// A Python script in a process of its own, controlled through lines on its stdin and stdout.
public final class PythonProcess: Sendable {
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private let received = Mutex<[UInt8]>([])

  /// The time limit for any operation of a test, in milliseconds. It is generous, because only a failure uses it up.
  static let timeout = 120_000

  /// Starts a script of Tests/Upstreams.
  convenience init(upstreamScript name: String, _ arguments: [String]) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    try self.init(path: tests.appending(path: "Upstreams/\(name)").path, arguments)
  }

  public init(path: String, _ arguments: [String] = []) throws {
    let (inputEnds, outputEnds) = (try Spawning.pipe(), try Spawning.pipe())
    defer { for descriptor in [inputEnds.read, outputEnds.write] { close(descriptor) } }
    (input, output) = (inputEnds.write, outputEnds.read)
    do {
      id = try Spawning.spawn(
        "/usr/bin/env", ["python3", path] + arguments, environment: ProcessInfo.processInfo.environment,
        standard: [inputEnds.read, outputEnds.write])
    } catch {
      for descriptor in [inputEnds.write, outputEnds.read] { close(descriptor) }
      throw error
    }
  }

  /// Waits for the next line on its stdout.
  public func nextLine() throws -> String {
    try received.withLock { received in
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if let end = received.firstIndex(of: 0x0A) {
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&request, 1, Int32(Self.timeout))
        if isReady == 0 { throw UpstreamError("The script does not respond.") }
        let count = isReady < 0 ? -1 : read(output, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { throw UpstreamError("The script has exited; is python3 installed?") }
        received += chunk.prefix(count)
      }
    }
  }

  /// Sends a command and returns the `result` of its response.
  func call(_ command: JSON) throws -> JSON {
    do {
      try writeAll(Array((command.jsonText + "\n").utf8), to: input)
    } catch {
      throw UpstreamError("The script accepts no commands: \(String(cString: strerror(error.code)))")
    }
    let response = try JSON.parse(Array(try nextLine().utf8))
    guard let result = response["result"] else { throw UpstreamError(response.jsonText) }
    return result
  }

  /// Kills and reaps the process, whatever its state.
  func end() {
    kill(id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
    close(input)
    close(output)
  }
}
