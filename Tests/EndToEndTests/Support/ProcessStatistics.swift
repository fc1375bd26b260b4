import Foundation

/// What the system reports about a running process. Only available with `/proc`.
struct ProcessStatistics {
  static let isAvailable = FileManager.default.fileExists(atPath: "/proc/self/status") && !Executable.isSanitized

  private let folder: String

  init(of process: pid_t) { folder = "/proc/\(process)" }

  /// The peak memory in bytes. Unavailable under the thread sanitizer, whose own memory has no bound.
  func peakMemory() throws -> Int { try sum("VmHWM:", in: [folder + "/status"]) * 1_024 }

  /// The current memory in bytes.
  func residentMemory() throws -> Int { try sum("VmRSS:", in: [folder + "/status"]) * 1_024 }

  /// The address space in bytes, which a limit on memory counts.
  func virtualMemory() throws -> Int { try sum("VmSize:", in: [folder + "/status"]) * 1_024 }

  /// The number of its threads.
  func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder + "/task").count }

  /// What its descriptors refer to.
  func descriptors() throws -> [String] {
    let entries = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    // Skips a descriptor that is closed meanwhile.
    return entries.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)") }
  }

  /// The files mapped into its memory, including libraries.
  func mappedFiles() throws -> Set<String> {
    // The file arrives in pieces, and Foundation mistakes the first one for all when it reads a file at once.
    guard let file = FileHandle(forReadingAtPath: folder + "/maps") else { throw Failure("No maps in \(folder)") }
    var text = Data()
    while let piece = try file.read(upToCount: 4_096), !piece.isEmpty { text += piece }
    return Set(
      String(decoding: text, as: UTF8.self).split(separator: "\n")
        .compactMap { $0.firstIndex(of: "/").map($0.suffix(from:)).map(String.init) })
  }

  /// Its arguments, as any user on the machine can read them.
  func commandLine() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/cmdline")), as: UTF8.self)
  }

  /// The number of context switches of its threads: grows with every wake-up, however short.
  func switches() throws -> Int {
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder + "/task")
    // Skips a thread that ends meanwhile.
    return threads.reduce(0) { $0 + ((try? sum("ctxt_switches:", in: ["\(folder)/task/\($1)/status"])) ?? 0) }
  }

  /// Whether each of its threads waits for something other than a processor.
  func isWaiting() throws -> Bool {
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder + "/task")
    return threads.allSatisfy { thread in
      let text = (try? String(contentsOfFile: "\(folder)/task/\(thread)/status", encoding: .utf8)) ?? ""
      return text.contains("State:\tS")
    }
  }

  /// User and system time, in clock ticks.
  func ticks() throws -> Int {
    // utime and stime of proc(5) are the 12th and 13th fields after the program's name, which may contain anything.
    let text = try String(contentsOfFile: folder + "/stat", encoding: .utf8)
    let fields = text[text.lastIndex(of: ")")!...].split(separator: " ")
    guard let user = Int(fields[12]), let system = Int(fields[13]) else { throw Failure("No times in \(text)") }
    return user + system
  }

  /// Waits until the process uses no processor time for a while; returns false if it does not come to that.
  func comesToRest() throws -> Bool { try Self.busy(among: [self]).isEmpty }

  /// Waits until each of the processes has used no processor time for a while; returns the indices of those that do not
  /// come to that.
  static func busy(among processes: [ProcessStatistics]) throws -> [Int] {
    let deadline = ContinuousClock.now + .milliseconds(PipedProcess.timeoutMilliseconds)
    var busy = Array(processes.indices)
    while !busy.isEmpty, ContinuousClock.now < deadline {
      let before = try busy.map { try processes[$0].ticks() }
      let pause = try PipedProcess("/bin/sleep", ["1"], environment: [:])
      defer { pause.destroy() }
      _ = try pause.waitForExit()
      busy = try zip(busy, before).filter { try processes[$0].ticks() != $1 }.map(\.0)
    }
    return busy
  }

  private func sum(_ name: String, in files: [String]) throws -> Int {
    try files.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
      .filter { $0.contains(name) }
      .reduce(0) { sum, line in sum + (Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0) }
  }
}
