import JSON
import Platform

extension Transcript {
  /// The transcripts of a file: each block marked as `rpc` where its name ends in `.md`, else the whole file.
  ///
  /// - Parameter path: of a file; `FILE:LINE` names the one transcript that has this line.
  public static func read(_ path: String) throws(TranscriptError) -> [Transcript] {
    guard !TextFile.exists(path), let colon = path.lastIndex(of: ":"), let line = Int(path[path.index(after: colon)...])
    else {
      let transcripts = try parse(try TextFile.lines(of: path), file: path)
      // One that says nothing would be true of every server, and replayed to every client.
      guard transcripts.contains(where: { !$0.steps.isEmpty }) else {
        throw TranscriptError("\(path): there is no transcript in it")
      }
      return transcripts
    }
    let file = String(path[..<colon])
    let transcripts = try parse(try TextFile.lines(of: file), file: file).filter { $0.lines.contains(line) }
    guard !transcripts.isEmpty else { throw TranscriptError("\(path): there is no transcript at this line") }
    return transcripts
  }

  /// - Parameter file: what the transcripts say where they are from; also tells by its end what kind of file it is.
  public static func parse(_ lines: [String], file: String) throws(TranscriptError) -> [Transcript] {
    guard file.hasSuffix(".md") || file.hasSuffix(".markdown") else {
      return [try Transcript(lines[...], file: file)]
    }
    var blocks: [Transcript] = []
    /// Where the block that is open begins, how long its fence is, and whether it is a transcript.
    var open: (start: Int, fence: Substring.UnicodeScalarView, isTranscript: Bool)?
    for (index, line) in lines.enumerated() {
      // Not by Characters: what joins a fence or a space in print would be one with it.
      let text = line.unicodeScalars.drop { $0 == " " }
      let fence = text.prefix { $0 == text.first && ($0 == "`" || $0 == "~") }
      guard fence.count >= 3 else { continue }
      let info = text.dropFirst(fence.count)
      // That is code inside of a line.
      guard fence.first == "~" || !info.contains("`") else { continue }
      let words = info.split { $0 == " " || $0 == "\r" }.map(Substring.init)
      if let (start, opening, isTranscript) = open {
        // A fence that is shorter, of the other kind, or has a word, is one of the block's lines.
        guard fence.starts(with: opening), words.isEmpty else { continue }
        if isTranscript { blocks.append(try Transcript(lines[start..<index], file: file)) }
        open = nil
      } else {
        open = (index + 1, fence, words.first == "rpc")
      }
    }
    if let open { throw TranscriptError("\(file):\(open.start): the block that begins here has no end") }
    return blocks
  }

  /// - Parameter lines: with the indices that they have in the file.
  init(_ lines: ArraySlice<String>, file: String) throws(TranscriptError) {
    self.init(file: file, lines: lines.startIndex + 1..<lines.endIndex + 1, steps: [])
    var parser = TranscriptParser()
    for (index, line) in zip(lines.indices, lines) {
      do {
        try parser.take(line, number: index + 1)
      } catch {
        throw TranscriptError("\(place(index + 1)): \(error.description)")
      }
    }
    if let open = parser.group { throw TranscriptError("\(place(open.line)): “! unordered” has no “! end”") }
    steps = parser.steps
    ignored = parser.ignored
  }
}

/// Makes steps of lines. Its errors do not say where; the caller knows.
private struct TranscriptParser {
  var steps: [Transcript.Step] = []
  /// The group that is open.
  var group: (line: Int, steps: [Transcript.Step])?
  var ignored: Set<String> = []
  /// Which servers run. Kept to find a message of none here, and not when a conversation is half over.
  private var running: Set<Int> = [1]

  mutating func take(_ line: String, number: Int) throws(TranscriptError) {
    // By bytes: a message may begin with what joins the space before it to one Character.
    var text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.first == UInt8(ascii: "#") {
      if let time = Self.milliseconds(Substring(text.dropFirst())) {
        add(.wait(milliseconds: time, isRecorded: true), line: number, server: 1)
      }
      return
    }
    guard !text.isEmpty else { return }
    let mark = text.prefix { $0.isASCIIDigit }
    guard let server = mark.isEmpty ? 1 : Int(Substring(mark)), (1...99).contains(server) else {
      throw TranscriptError("a server's number is 1 to 99")
    }
    text = text.dropFirst(mark.count)
    if text.starts(with: Passage.receivedArrow) {
      let text = String(Substring(text.dropFirst(Passage.receivedArrow.count)))
      try add(message: .client(text), line: number, server: server)
    } else if text.starts(with: Passage.sentArrow) {
      let text = String(Substring(text.dropFirst(Passage.sentArrow.count)))
      do {
        try add(message: .server(try JSON.parse(text), text: text), line: number, server: server)
      } catch let error as JSONError {
        throw TranscriptError("what the server says must be JSON: \(error.description), at byte \(error.offset)")
      } catch let error as TranscriptError {
        throw error
      } catch {}
    } else if text.starts(with: "! ".utf8) {
      let words = text.dropFirst(2).split(separator: UInt8(ascii: " ")).map(Substring.init)
      try direct(words, line: number, server: server)
    } else {
      throw TranscriptError("neither “--> ”, “<-- ”, “! ” nor a comment: \(Substring(text).prefix(60))")
    }
  }

  private mutating func direct(_ words: [Substring], line: Int, server: Int) throws(TranscriptError) {
    let known = "wait N ms, close, exit N, server N, unordered, end, any NAME…"
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }, words.count) {
    case ("unordered", _, 1):
      guard group == nil else { throw TranscriptError("“! unordered” stands inside another") }
      group = (line, [])
      return
    case ("end", _, 1):
      guard let group else { throw TranscriptError("“! end” without “! unordered”") }
      self.group = nil
      add(.unordered(group.steps), line: group.line, server: server)
      return
    case _ where group != nil:
      throw TranscriptError("only messages and comments may stand between “! unordered” and “! end”")
    case ("any", _, 2...):
      ignored.formUnion(words.dropFirst().map(String.init))
    case ("wait", let time?, 3) where words[2] == "ms" && (0...600_000).contains(time):
      add(.wait(milliseconds: time, isRecorded: false), line: line, server: server)
    case ("close", _, 1):
      try require(server)
      add(.close, line: line, server: server)
    case ("exit", let status?, 2) where (0...255).contains(status):
      try require(server)
      running.remove(server)
      add(.exit(Int32(status)), line: line, server: server)
    case ("server", let number?, 2) where (1...99).contains(number):
      guard running.insert(number).inserted else { throw TranscriptError("server \(number) runs already") }
      add(.start, line: line, server: number)
    default:
      throw TranscriptError("the directives are \(known); not: \(words.joined(separator: " "))")
    }
  }

  private mutating func add(message: Transcript.Action, line: Int, server: Int) throws(TranscriptError) {
    try require(server)
    add(message, line: line, server: server)
  }

  private mutating func add(_ action: Transcript.Action, line: Int, server: Int) {
    let step = Transcript.Step(line: line, server: server, action: action)
    if group == nil {
      steps.append(step)
    } else if case .wait = action {
      // The time of a line in a group is nobody's.
    } else {
      group?.steps.append(step)
    }
  }

  private func require(_ server: Int) throws(TranscriptError) {
    guard running.contains(server) else {
      throw TranscriptError("server \(server) does not run here; “! server \(server)” starts it")
    }
  }

  /// The number in ` +12 ms`.
  private static func milliseconds(_ text: Substring) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].hasPrefix("+"), words[1] == "ms" else { return nil }
    return Int(words[0].dropFirst()).flatMap { (0...86_400_000).contains($0) ? $0 : nil }
  }
}
