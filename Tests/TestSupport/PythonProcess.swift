import Concurrency
import Foundation
import JSON

/// A process that is asked and answers by lines.
final class Conversation: Sendable {
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private let received = Mutex<[UInt8]>([])

  /// How long anything may take before a test gives it up, in milliseconds. Generous: it is only ever used up by a
  /// failure.
  static let patience = 120_000

  /// - Parameter script: in Tests/Upstreams.
  init(script: String, _ arguments: [String]) throws {
    let path = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Upstreams/\(script)").path
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

  private func write(_ line: String) throws {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw UpstreamError("It takes no commands: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  func nextLine() throws -> String {
    try received.withLock { received in
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if let end = received.firstIndex(of: 0x0A) {
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&request, 1, Int32(Self.patience))
        if isReady == 0 { throw UpstreamError("It does not answer.") }
        let count = isReady < 0 ? -1 : read(output, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { throw UpstreamError("It has ended; is there python3?") }
        received += chunk.prefix(count)
      }
    }
  }

  /// Writes a command and gives the result of its answer.
  func ask(_ command: JSON) throws -> JSON {
    try write(command.jsonText)
    let answer = try JSON.parse(Array(try nextLine().utf8))
    guard let result = answer["result"] else { throw UpstreamError(answer.jsonText) }
    return result
  }

  /// Leaves nothing behind, in whatever state the process is.
  func end() {
    kill(id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
    close(input)
    close(output)
  }
}
