extension Transcript {
  /// Reads the transcripts of a file: the blocks marked as `rpc` of a Markdown file, or the whole of another one.
  /// `FILE:LINE` names the one that contains this line.
  public static func read(_ path: String) throws(TranscriptError) -> [Transcript] {
    guard access(path, F_OK) != 0, let colon = path.lastIndex(of: ":"),
      let line = Int(path[path.index(after: colon)...])
    else {
      let transcripts = try parse(try lines(of: path), file: path)
      // An empty transcript would accept every server and every client.
      guard transcripts.contains(where: { !$0.steps.isEmpty }) else {
        throw TranscriptError("\(path): the file contains no transcript")
      }
      return transcripts
    }
    let file = String(path[..<colon])
    let transcripts = try parse(try lines(of: file), file: file).filter { $0.lines.contains(line) }
    guard !transcripts.isEmpty else { throw TranscriptError("\(path): there is no transcript at this line") }
    return transcripts
  }

  /// - Parameter file: the name for error messages; its extension says whether the lines are Markdown.
  public static func parse(_ lines: [String], file: String) throws(TranscriptError) -> [Transcript] {
    guard file.hasSuffix(".md") || file.hasSuffix(".markdown") else {
      return [try Transcript(lines[...], file: file)]
    }
    var blocks: [Transcript] = []
    /// The open block: its first line, its fence, and whether it is a transcript.
    var open: (start: Int, fence: Substring.UnicodeScalarView, isTranscript: Bool)?
    for (index, line) in lines.enumerated() {
      // By scalars: a combining mark would make one Character with a fence or a space.
      let text = line.unicodeScalars.drop { $0 == " " }
      let fence = text.prefix { $0 == text.first && ($0 == "`" || $0 == "~") }
      guard fence.count >= 3 else { continue }
      let info = text.dropFirst(fence.count)
      // A second backtick makes it inline code.
      guard fence.first == "~" || !info.contains("`") else { continue }
      let words = info.split { $0 == " " || $0 == "\r" }.map(Substring.init)
      if let (start, opening, isTranscript) = open {
        // A fence that is shorter, of the other kind or followed by a word belongs to the block.
        guard fence.starts(with: opening), words.isEmpty else { continue }
        if isTranscript { blocks.append(try Transcript(lines[start..<index], file: file)) }
        open = nil
      } else {
        open = (index + 1, fence, words.first == "rpc")
      }
    }
    if let open { throw TranscriptError("\(file):\(open.start): the block that begins here is not closed") }
    return blocks
  }

  /// - Parameter lines: with the indices that they have in the file.
  init(_ lines: ArraySlice<String>, file: String) throws(TranscriptError) {
    self.init(file: file, lines: lines.startIndex + 1..<lines.endIndex + 1, steps: [])
    var parser = TranscriptParser()
    for (index, line) in zip(lines.indices, lines) {
      do { try parser.parse(line, number: index + 1) } catch { throw self.error(index + 1, error.description) }
    }
    if let group = parser.group { throw error(group.line, "“! unordered” without “! end”") }
    steps = parser.steps
    ignored = parser.ignored
  }
}

/// Turns lines into steps. Its errors do not name the line; the caller adds it.
private struct TranscriptParser {
  var steps: [Transcript.Step] = []
  var group: (line: Int, steps: [Transcript.Step])?
  var ignored: Set<String> = []
  /// The servers that run at this line, so that a message to another one is an error here and not in mid-session.
  private var running: Set<Int> = [1]

  mutating func parse(_ line: String, number: Int) throws(TranscriptError) {
    // By bytes: a message may begin with a mark that combines with the space before it.
    var text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.first == UInt8(ascii: "#") {
      if let time = Self.recordedMilliseconds(Substring(text.dropFirst())) {
        add(.wait(milliseconds: time, isRecorded: true), line: number, server: 1)
      }
      return
    }
    guard !text.isEmpty else { return }
    let digits = text.prefix(while: \.isASCIIDigit)
    guard let server = digits.isEmpty ? 1 : Int(Substring(digits)), (1...99).contains(server) else {
      throw TranscriptError("a server's number must be from 1 to 99")
    }
    text = text.dropFirst(digits.count)
    let content = String(Substring(text.dropFirst(Transcript.clientArrow.count)))
    if text.starts(with: Transcript.clientArrow) {
      try requireRunning(server)
      add(.client(content), line: number, server: server)
    } else if text.starts(with: Transcript.serverArrow) {
      let message: JSON
      do {
        message = try JSON.parse(content)
      } catch {
        throw TranscriptError("a server's message must be JSON: \(error.description), at byte \(error.offset)")
      }
      try requireRunning(server)
      add(.server(message, text: content), line: number, server: server)
    } else if text.starts(with: "! ".utf8) {
      let words = text.dropFirst(2).split(separator: UInt8(ascii: " ")).map(Substring.init)
      try parseDirective(words, line: number, server: server)
    } else {
      throw TranscriptError(
        "a line must begin with “--> ”, “<-- ”, “! ” or “#”, and this is none of them: \(Substring(text).prefix(60))")
    }
  }

  private mutating func parseDirective(_ words: [Substring], line: Int, server: Int) throws(TranscriptError) {
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }, words.count) {
    case ("unordered", _, 1):
      guard group == nil else { throw TranscriptError("“! unordered” is inside another “! unordered”") }
      group = (line, [])
    case ("end", _, 1):
      guard let group else { throw TranscriptError("“! end” without “! unordered”") }
      self.group = nil
      add(.unordered(group.steps), line: group.line, server: server)
    case _ where group != nil:
      throw TranscriptError("only messages and comments are allowed between “! unordered” and “! end”")
    case ("any", _, 2...):
      ignored.formUnion(words.dropFirst().map(String.init))
    case ("wait", let time?, 3) where words[2] == "ms" && (0...600_000).contains(time):
      add(.wait(milliseconds: time, isRecorded: false), line: line, server: server)
    case ("close", _, 1):
      try requireRunning(server)
      add(.close, line: line, server: server)
    case ("exit", let status?, 2) where (0...255).contains(status):
      try requireRunning(server)
      running.remove(server)
      add(.exit(Int32(status)), line: line, server: server)
    case ("server", let number?, 2) where (1...99).contains(number):
      guard running.insert(number).inserted else { throw TranscriptError("server \(number) is already running") }
      add(.start, line: line, server: number)
    default:
      let known = "wait N ms, close, exit N, server N, unordered, end, any NAME…"
      throw TranscriptError("unknown directive: \(words.joined(separator: " ")). The directives are \(known)")
    }
  }

  private mutating func add(_ action: Transcript.Action, line: Int, server: Int) {
    let step = Transcript.Step(line: line, server: server, action: action)
    if group == nil {
      steps.append(step)
    } else if !step.isWait {
      // A recorded time in a group belongs to no particular message.
      group?.steps.append(step)
    }
  }

  private func requireRunning(_ server: Int) throws(TranscriptError) {
    guard running.contains(server) else {
      throw TranscriptError("server \(server) is not running here; start it with “! server \(server)”")
    }
  }

  /// Returns 12 for ` +12 ms`.
  private static func recordedMilliseconds(_ text: Substring) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].hasPrefix("+"), words[1] == "ms" else { return nil }
    return Int(words[0].dropFirst()).flatMap { (0...86_400_000).contains($0) ? $0 : nil }
  }
}

extension Transcript {
  /// More than any session that a person would replay, and little enough for the memory of any machine.
  private static let maximumBytes = 256 << 20

  /// Returns the lines of a file without their ends. The last line need not have an end.
  private static func lines(of path: String) throws(TranscriptError) -> [String] {
    var bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, maximumBytes: maximumBytes)
    } catch { throw TranscriptError("\(path): \(error.reason)") }
    // Some editors on Windows write a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    var lines: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw TranscriptError("\(path):\(lines.count + 1): this line is not UTF-8")
      }
      lines.append(text)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
