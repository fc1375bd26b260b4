/// Splits a stream of bytes into messages. The first one decides the framing. No byte is scanned twice, and the buffer
/// never holds more than one message within the limit: a longer one is dropped while it arrives.
public struct FrameReader {
  public enum Frame {
    /// The bytes of one message, valid until the reader is used again.
    case message(UnsafeRawBufferPointer)
    /// A message over the limit, which is discarded; with its first `headBytes` bytes, or all of them if it has fewer.
    case tooLong(UnsafeRawBufferPointer)
    /// A header block without a usable length, or input that ended inside a message; with the reason as a sentence.
    case malformed(String)
  }

  /// The number of bytes of a message over the limit that are passed on.
  public static let headBytes = 4 << 10

  /// The detected framing. Nil until the first message has decided it.
  public private(set) var framing: Framing?
  private let limit: Int

  private var buffer: [UInt8]
  /// `buffer[start..<end]` has been read and not consumed. Up to `scanned` it contains no line end.
  private var start = 0
  private var end = 0
  private var scanned = 0
  private var lineStart = 0
  /// The length of the body at `start`; nil if a header block is at `start`.
  private var bodyLength: Int?
  private var skipping = Skipping.nothing
  /// Whether the stream may still begin with a byte order mark.
  private var isAtStart = true

  private enum Skipping: Equatable {
    case nothing
    case toLineEnd
    case bytes(Int)
    /// After a malformed header block: everything up to the next `Content-Length:`.
    case toHeader
  }

  /// The bytes to read at once, few until a read fills it: memory that is never touched costs nothing.
  private var chunk = 4 << 10
  private static let largestChunk = 64 << 10
  static let maximumHeaderBytes = 4 << 10

  public init(limit: Int) {
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: chunk)
  }

  /// Calls `fill` with free space, again after `EINTR`, and returns its result, which is like read(2)'s.
  public mutating func read(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let count = buffer.withUnsafeMutableBytes { bytes in
      while true {
        let count = fill(UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
        if count >= 0 || errno != EINTR { return count }
      }
    }
    if count > 0 { end += count }
    if end == buffer.count { chunk = Self.largestChunk }
    return count
  }

  /// Passes the next complete frame to `body`, with the session's framing. Returns nil if it needs more input.
  public mutating func next<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    guard let framing = framing ?? detect() else { return nil }
    return switch framing {
    case .lines: nextLine(body)
    case .headers: nextBody(body)
    }
  }

  /// Passes the next frame of the rest to `body` after the end of the input; nil if there is none.
  public mutating func finish<Result>(_ body: (Frame, Framing) -> Result) -> Result? {
    if framing != .headers {
      // Complete lines are left if they could have become a header block.
      framing = .lines
      if let result = nextLine(body) { return result }
    }
    defer {
      consume(to: end)
      bodyLength = nil
    }
    guard start < end || bodyLength != nil else { return nil }
    if framing == .headers {
      if let length = bodyLength, length > limit { return emitTooLong(start..<end, .headers, body) }
      return body(.malformed("The input ended inside a message."), .headers)
    }
    guard skipping == .nothing else { return nil }
    if isTooLong(start..<end) { return emitTooLong(start..<end, .lines, body) }
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
      if isTooLong(line) { return emitTooLong(line, .lines, body) }
      if isBlank(line) { continue }
      return emit(line, .lines, body)
    }
    if skipping == .toLineEnd {
      consume(to: end)
    } else if end - start > max(limit + 1, Self.headBytes) {
      defer { consume(to: end) }
      skipping = .toLineEnd
      return emitTooLong(start..<end, .lines, body)
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

  /// A CR at the end of the line does not count.
  private func isTooLong(_ line: Range<Int>) -> Bool {
    line.count > limit + 1 || line.count == limit + 1 && buffer[line.upperBound - 1] != UInt8(ascii: "\r")
  }

  private func isBlank(_ range: Range<Int>) -> Bool { buffer[range].allSatisfy(ContentLength.isSpace) }

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
      case .toLineEnd, .nothing: break
      }
      if let length = bodyLength {
        guard end - start >= (length > limit ? min(length, Self.headBytes) : length) else { return nil }
        bodyLength = nil
        if length > limit {
          skipping = .bytes(length)
          return emitTooLong(start..<min(end, start + Self.headBytes), .headers, body)
        }
        defer { consume(to: start + length) }
        return emit(start..<start + length, .headers, body)
      }
      guard let headerEnd = findHeaderEnd() else {
        guard end - start > Self.maximumHeaderBytes else { return nil }
        skipping = .toHeader
        consume(to: start + 1)
        return body(.malformed("The header block is too long."), .headers)
      }
      let length = ContentLength.parse(buffer[start..<headerEnd])
      consume(to: headerEnd)
      switch length {
      case .failure(let error):
        skipping = .toHeader
        return body(.malformed(error.message), .headers)
      case .success(let length): bodyLength = length
      }
    }
  }

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

  /// Drops bytes up to a `Content-Length:`, so that a malformed header costs only its own message.
  private mutating func skipToHeader() -> Bool {
    while start < end, let isHeader = ContentLength.isPrefix(of: buffer[start..<end]) {
      if isHeader { return true }
      consume(to: start + 1)
    }
    return false
  }

  // MARK: Buffer

  private mutating func detect() -> Framing? {
    if isAtStart {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let beginning = buffer[start..<min(end, start + mark.count)]
      guard beginning.count == mark.count || !mark.starts(with: beginning) else { return nil }
      isAtStart = false
      if beginning.elementsEqual(mark) { consume(to: start + mark.count) }
    }
    // Blank lines mean nothing in either framing.
    while start < end, [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(buffer[start]) { consume(to: start + 1) }
    guard start < end else { return nil }
    if let isBlock = ContentLength.begins(buffer[start..<end]) { framing = isBlock ? .headers : .lines }
    return framing
  }

  private func emitTooLong<Result>(
    _ range: Range<Int>, _ framing: Framing, _ body: (Frame, Framing) -> Result
  ) -> Result {
    buffer.withUnsafeBytes {
      body(.tooLong(UnsafeRawBufferPointer(rebasing: $0[range].prefix(Self.headBytes))), framing)
    }
  }

  private func emit<Result>(_ range: Range<Int>, _ framing: Framing, _ body: (Frame, Framing) -> Result) -> Result {
    buffer.withUnsafeBytes { body(.message(UnsafeRawBufferPointer(rebasing: $0[range])), framing) }
  }

  private mutating func consume(to index: Int) {
    start = index == end ? 0 : index
    if index == end { end = 0 }
    (scanned, lineStart) = (start, start)
  }

  var bufferBytes: Int { buffer.count }

  private mutating func makeRoom() {
    // One long message must not cost memory for the rest of the session.
    if start == end, buffer.count > 4 * Self.largestChunk { buffer = [UInt8](repeating: 0, count: chunk) }
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
    if buffer.count - end < chunk / 2 { buffer.append(contentsOf: repeatElement(0, count: max(buffer.count, chunk))) }
  }
}
