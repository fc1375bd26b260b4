/// Forwards the bytes between a client and any server, and passes the messages to a recorder.
public enum RecordingProxy {
  /// Starts the server and returns when it has exited, with its status and an error of the output that is not the
  /// client's leaving. A message is recorded before it is forwarded, so a response always after its request.
  public static func run(
    input: Int32, output: Int32, command: [String], environment: [String: String], recorder: Recorder
  ) throws(TranscriptError) -> (status: Int32, outputError: Int32?) {
    let server = try ServerUnderTest(command: command, environment: environment, framing: .lines)
    do throws(ThreadError) {
      try startThread { [serverInput = server.input] in
        _ = forward(from: input, to: serverInput.write) { frame in recorder.received(frame) }
        serverInput.closeWrite()
      }
    } catch {
      terminateServers()
      throw TranscriptError("\(error)")
    }
    let code = forward(from: server.output.read, to: output) { frame in
      if case .message(let bytes) = frame { record(Array(bytes), with: recorder) }
    }
    server.output.closeRead()
    // A server that sends nothing more would not notice that the client is gone.
    if code != 0 { terminateServers() }
    return (server.process.waitForExit().shellStatus, [0, EPIPE, ECONNRESET].contains(code) ? nil : code)
  }

  /// Asks all running servers to exit.
  public static func terminateServers() { ChildProcess.signalAll(SIGTERM) }

  private static func record(_ message: [UInt8], with recorder: Recorder) {
    guard let json = try? JSON.parse(message) else {
      return recorder.record(.line("# <-- \(message.count) bytes that are not JSON", messages: 1))
    }
    // On one line.
    recorder.sent(json.jsonBytes)
  }

  /// Forwards until the source ends or the target cannot be written to. Returns 0, or the error of write(2).
  private static func forward(from source: Int32, to target: Int32, show: (FrameReader.Frame) -> Void) -> Int32 {
    var reader = FrameReader(limit: 64 << 20)
    var chunk: [UInt8] = []
    while true {
      let count = reader.read { space in
        let count = read(source, space.baseAddress, space.count)
        chunk = Array(space.prefix(max(0, count)))
        return count
      }
      guard count > 0 else { break }
      while reader.next({ frame, _ in show(frame) }) != nil {}
      // Waits, because the client shares the descriptor's flags and may have set O_NONBLOCK.
      do throws(WriteError) { try writeAll(chunk, to: target, waits: true) } catch { return error.code }
    }
    while reader.finish({ frame, _ in show(frame) }) != nil {}
    return 0
  }
}
