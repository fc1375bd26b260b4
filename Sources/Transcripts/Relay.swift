import Concurrency
import JSON
import JSONRPC
import OperatingSystem
import Platform

/// Stands between a client and whatever server: hands on what they say, byte for byte, and shows it to a recorder.
public enum Relay {
  /// Starts the server, and returns when it has ended.
  ///
  /// What the recorder is shown it is shown before it goes on, so that an answer stands behind what it answers.
  ///
  /// - Parameters:
  ///   - input: what the client writes.
  ///   - output: what the client reads.
  ///   - command: the server's program and its arguments.
  /// - Returns: the server's exit status.
  public static func run(
    input: Int32, output: Int32, command: [String], environment: [String: String], recorder: Recorder
  ) throws(TranscriptError) -> Int32 {
    let server = try Peer(command: command, environment: environment, framing: .lines)
    startThread { [serverInput = server.input] in
      _ = pass(from: input, to: serverInput.write) { frame in recorder.received(frame) }
      // The client's end is the server's end of input.
      serverInput.closeWrite()
    }
    let isHeard = pass(from: server.output.read, to: output) { frame in
      if case .message(let bytes) = frame { show(Array(bytes), to: recorder) }
    }
    server.output.closeRead()
    // The server has no answer left by which it would see that nobody reads.
    if !isHeard { end() }
    return server.waitForExit()
  }

  /// Asks all servers that run to end.
  public static func end() { ChildProcess.signalAll(SIGTERM) }

  private static func show(_ message: [UInt8], to recorder: Recorder) {
    guard let json = try? JSON.parse(message) else { return recorder.sentNoJSON(byteCount: message.count) }
    // As this program would write it, on one line and without escapes and spaces by which a glance at it would miss the
    // name of a secret.
    recorder.sent(json.jsonBytes)
  }

  /// Copies until the source ends; false when the target takes no more before.
  private static func pass(from source: Int32, to target: Int32, show: (FrameReader.Frame) -> Void) -> Bool {
    var reader = FrameReader(limit: 64 << 20)
    var chunk: [UInt8] = []
    while true {
      let count = reader.read { space in
        var count: Int
        repeat { count = read(source, space.baseAddress, space.count) } while count < 0 && errno == EINTR
        chunk = Array(space.prefix(max(0, count)))
        return count
      }
      guard count > 0 else { break }
      while reader.next({ frame, _ in show(frame) }) != nil {}
      // It waits because somebody else may have made the target non-blocking: the flag is the client's as well.
      guard (try? writeAll(chunk, to: target, waits: true)) != nil else { return false }
    }
    _ = reader.finish { frame, _ in show(frame) }
    return true
  }
}
