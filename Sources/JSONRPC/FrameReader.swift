import Platform

/// How messages are told apart in a stream of bytes.
public enum Framing: Sendable {
  /// One message a line, ended by LF; CR before it is dropped.
  case lines
  /// `Content-Length` headers, as in the Language Server Protocol's base protocol.
  case headers
}

/// Cuts a stream of bytes into messages.
///
/// The first bytes decide the framing for the whole session. However the stream is cut into reads, what has come is not
/// gone through again for what comes next; and no more than one message within the limit is ever kept: what is longer is
/// dropped as it comes.
public struct FrameReader {
  /// What was cut off the stream.
  public enum Frame {
    /// One message's bytes, valid until the reader is used again.
    case message(UnsafeRawBufferPointer)
    /// A message over the limit; it is discarded.
    case tooLong
    /// A header block that gives no usable length, or input that ended inside a message. Says what was wrong.
    case malformed(String)
  }

  /// Nil until the first bytes have told.
  public private(set) var framing: Framing?
  /// The longest message, in bytes, without its line end or its header.
  public let limit: Int

  private var buffer: [UInt8]
  /// `buffer[start..<end]` is what has come and is not yet cut off; `scanned` is how far the line end was looked for.
  private var start = 0
  private var end = 0
  private var scanned = 0
  /// Of a header block, where the line begins that is not whole yet.
  private var lineStart = 0
  /// The length of the body that `start` stands at, once its header has told; nil at a header.
  private var bodyLength: Int?
  private var skipping = Skipping.nothing

  private enum Skipping: Equatable {
    case nothing
    case toLineEnd
    case bytes(Int)
    /// After a bad header block: everything up to a line that starts a good one.
    case toHeader
  }

  /// How much is read at once. Little, until there is more than that: memory that is never touched costs nothing, and
  /// most clients never send so much.
  private var chunk = 4 << 10
  private static let largestChunk = 64 << 10
  private static let maximumHeaderBytes = 4 << 10

  public init(limit: Int) {
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: chunk)
  }

  /// Lets `fill` write into free space of the buffer and returns what it returned: the number of bytes, 0 at the end
  /// of the input, negative on error.
  public mutating func read(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let count = buffer.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[end...])) }
    if count > 0 { end += count }
    if end == buffer.count { chunk = Self.largestChunk }
    return count
  }

  /// Hands the next frame that has come whole to `body`, with the session's framing; nil when more input is needed.
  public mutating func next<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    guard let framing = framing ?? detect() else { return nil }
    return switch framing {
    case .lines: nextLine(body)
    case .headers: nextBody(body)
    }
  }

  /// What is left when the input has ended: a last line without its end counts, half a framed message does not.
  public mutating func finish<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    defer {
      consume(to: end)
      bodyLength = nil
    }
    guard start < end || bodyLength != nil else { return nil }
    if framing == .headers { return body(.malformed("The input ended inside a message."), .headers) }
    guard skipping == .nothing else { return nil }
    if isTooLong(start..<end) { return body(.tooLong, .lines) }
    return isBlank(start..<end) ? nil : emit(start..<end, .lines, body)
  }

  // MARK: Framing by lines

  private mutating func nextLine<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    while let lineEnd = findLineEnd() {
      let line = start..<lineEnd
      defer { consume(to: lineEnd + 1) }
      if skipping == .toLineEnd {
        skipping = .nothing
        continue
      }
      if isTooLong(line) { return body(.tooLong, .lines) }
      if isBlank(line) { continue }
      return emit(line, .lines, body)
    }
    if skipping == .toLineEnd {
      consume(to: end)
    } else if end - start > limit + 1 {
      consume(to: end)
      skipping = .toLineEnd
      return body(.tooLong, .lines)
    }
    return nil
  }

  private mutating func findLineEnd() -> Int? {
    let found: Int? = buffer.withUnsafeBytes { bytes in
      guard scanned < end, let base = bytes.baseAddress else { return nil }
      guard let hit = memchr(base + scanned, 0x0A, end - scanned) else { return nil }
      return UnsafeRawPointer(hit) - base
    }
    if found == nil { scanned = end }
    return found
  }

  /// A CR at the line's end is not the message's.
  private func isTooLong(_ line: Range<Int>) -> Bool {
    line.count > limit + 1 || line.count == limit + 1 && buffer[line.upperBound - 1] != UInt8(ascii: "\r")
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    buffer[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  // MARK: Framing by headers

  private mutating func nextBody<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    while true {
      switch skipping {
      case .bytes(let count):
        let skipped = min(count, end - start)
        consume(to: start + skipped)
        guard skipped == count else {
          skipping = .bytes(count - skipped)
          return nil
        }
        skipping = .nothing
      case .toHeader:
        guard skipToHeader() else { return nil }
        skipping = .nothing
      case .toLineEnd, .nothing:
        break
      }
      if let length = bodyLength {
        guard end - start >= length else { return nil }
        bodyLength = nil
        defer { consume(to: start + length) }
        return emit(start..<start + length, .headers, body)
      }
      guard let headerEnd = findHeaderEnd() else {
        guard end - start > Self.maximumHeaderBytes else { return nil }
        skipping = .toHeader
        consume(to: start + 1)
        return body(.malformed("The header block is too long."), .headers)
      }
      let length = Self.contentLength(in: buffer[start..<headerEnd])
      consume(to: headerEnd)
      switch length {
      case .failure(let fault):
        skipping = .toHeader
        return body(.malformed(fault.message), .headers)
      case .success(let length) where length > limit:
        skipping = .bytes(length)
        return body(.tooLong, .headers)
      case .success(let length):
        bodyLength = length
      }
    }
  }

  /// The index behind the blank line that ends the header block.
  private mutating func findHeaderEnd() -> Int? {
    while let lineEnd = findLineEnd(), lineEnd - start <= Self.maximumHeaderBytes {
      if lineEnd == lineStart || lineEnd == lineStart + 1 && buffer[lineStart] == UInt8(ascii: "\r") {
        return lineEnd + 1
      }
      lineStart = lineEnd + 1
      scanned = lineStart
    }
    return nil
  }

  /// Drops bytes up to a `Content-Length:`, so that one bad header costs no more than its own message.
  private mutating func skipToHeader() -> Bool {
    while start < end {
      switch Self.startsHeader(buffer[start..<end]) {
      case .some(true): return true
      case .some(false): consume(to: start + 1)
      case .none: return false
      }
    }
    return false
  }

  struct HeaderFault: Error {
    var message: String
  }

  /// The length that a header block declares (RFC 9110 §8.6: digits only; repeated ones must agree).
  static func contentLength(in block: ArraySlice<UInt8>) -> Result<Int, HeaderFault> {
    var length: Int?
    for line in block.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { continue }
        return .failure(HeaderFault(message: "A header line has no colon."))
      }
      let name = line[..<colon].map(lowercased)
      guard name.elementsEqual("content-length".utf8) else { continue }
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
      var digits = line[(colon + 1)...].drop(while: isSpace)
      while let last = digits.last, isSpace(last) { digits.removeLast() }
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = Int(String(decoding: digits, as: UTF8.self))
      else { return .failure(HeaderFault(message: "The Content-Length is not a number of bytes.")) }
      if let length, length != value {
        return .failure(HeaderFault(message: "The Content-Length stands there twice, with two values."))
      }
      length = value
    }
    guard let length else { return .failure(HeaderFault(message: "The Content-Length is missing.")) }
    return .success(length)
  }

  /// Whether bytes begin with `Content-Length:` in any case; nil while they are too few to tell.
  private static func startsHeader(_ bytes: ArraySlice<UInt8>) -> Bool? {
    // Not `zip` with a string's view, which would look its types up at every start.
    let header: StaticString = "content-length:"
    let count = min(bytes.count, header.utf8CodeUnitCount)
    for index in 0..<count where lowercased(bytes[bytes.startIndex + index]) != header.utf8Start[index] {
      return false
    }
    return count == header.utf8CodeUnitCount ? true : nil
  }

  /// Letters only: setting the bit for case would make a hyphen of a CR.
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  // MARK: Buffer

  private mutating func detect() -> Framing? {
    guard start < end else { return nil }
    // A line that is a beginning of `Content-Length:` and nothing more is told by its end, which is no part of that.
    if let isHeader = Self.startsHeader(buffer[start..<end]) { framing = isHeader ? .headers : .lines }
    return framing
  }

  private func emit<Result>(_ range: Range<Int>, _ framing: Framing, _ body: (Frame, Framing) -> Result) -> Result {
    buffer.withUnsafeBytes { body(.message(UnsafeRawBufferPointer(rebasing: $0[range])), framing) }
  }

  private mutating func consume(to index: Int) {
    start = index == end ? 0 : index
    if index == end { end = 0 }
    (scanned, lineStart) = (start, start)
  }

  private mutating func makeRoom() {
    guard buffer.count - end < chunk / 2 else { return }
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + start, end - start)
      }
      scanned -= start
      lineStart -= start
      end -= start
      start = 0
    }
    if buffer.count - end < chunk / 2 {
      buffer.append(contentsOf: repeatElement(0, count: max(buffer.count, chunk)))
    }
  }
}

extension FrameReader {
  /// Takes bytes that are in memory already, as those of tests and of fuzzing are.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      _ = read { space in
        let count = min(space.count, rest.count)
        space.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
  }
}
