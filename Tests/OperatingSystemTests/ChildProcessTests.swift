import Foundation
import OperatingSystem
import Testing

@Suite struct ChildProcessTests {
  private func start(
    _ script: String, _ output: PrivatePipe, input: Int32? = nil, isGroupKilled: Bool = true
  ) throws -> ChildProcess {
    defer { output.closeWrite() }
    return try ChildProcess(
      ["/bin/sh", "-c", script], streams: (input, output.write, nil), isGroupKilled: isGroupKilled)
  }

  /// Reads a pipe until all of its writers have closed it, or until the end of a line.
  private func text(of pipe: PrivatePipe, toLineEnd: Bool = false) throws -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      var request = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, 120_000) > 0)
      guard read(pipe.read, &byte, 1) > 0, !toLineEnd || byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [("exit 3", ChildProcess.Exit.status(3)), ("kill -9 $$", .signal(SIGKILL))])
  func `the exit says how a program ended`(_ script: String, _ exit: ChildProcess.Exit) throws {
    let process = try start(script, PrivatePipe())
    #expect(process.waitForExit() == exit)
    #expect(process.waitForExit(milliseconds: 0) == exit)
  }

  @Test func `a missing program cannot be started`() throws {
    let output = try PrivatePipe()
    let failure = #expect(throws: SpawnFailure.self) {
      try ChildProcess(["/nonexistent/program"], streams: (nil, output.write, nil), isGroupKilled: true)
    }
    #expect(failure?.description == "cannot be started: No such file or directory")
  }

  @Test func `a signal reaches the whole process group`() throws {
    let output = try PrivatePipe()
    let process = try start("echo up; sleep 1000; true", output)
    #expect(try text(of: output, toLineEnd: true) == "up")
    #expect(process.waitForExit(milliseconds: 0) == nil)
    process.signal(SIGTERM)
    #expect(process.waitForExit() == .signal(SIGTERM))
    #expect(try text(of: output).isEmpty)
  }

  @Test(arguments: [true, false])
  func `a background process is killed with its program only if that is requested`(isGroupKilled: Bool) throws {
    let (input, output) = (try PrivatePipe(), try PrivatePipe())
    // The background process prints a line after it has read one.
    let process = try start(
      "exec 3<&0; (read line <&3; echo $line) & exit 0", output, input: input.read, isGroupKilled: isGroupKilled)
    #expect(process.waitForExit() == .status(0))
    signal(SIGPIPE, SIG_IGN)
    input.closeRead()
    _ = write(input.write, "more\n", 5)
    #expect(try text(of: output) == (isGroupKilled ? "" : "more\n"))
  }

  @Test func `the exit is known when onEnd is called`() throws {
    let (output, end) = (try PrivatePipe(), try PrivatePipe())
    let process = try ChildProcess(["true"], streams: (nil, output.write, nil), isGroupKilled: true) {
      end.closeWrite()
    }
    #expect(try text(of: end).isEmpty)
    #expect(process.waitForExit(milliseconds: 0) == .status(0))
  }

  @Test func `a pipe is not inherited, and is closed with its object`() throws {
    let other = try PrivatePipe()
    var isInherited: [Bool] = []
    var copy: Int32 = -1
    do {
      let pipe = try PrivatePipe()
      isInherited = [pipe.read, pipe.write].map { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
      copy = dup(pipe.read)
    }
    defer { close(copy) }
    #expect(isInherited == [false, false])
    // The read ends because there is no writer left.
    var byte: UInt8 = 0
    #expect(read(copy, &byte, 1) == 0)
    #expect(other.isWriteOpen)
    other.closeWrite()
    other.closeWrite()
    #expect(!other.isWriteOpen)
  }
}
