import Concurrency

/// Reads and decompresses a file in blocks of whole lines, on other threads one block ahead of its user.
final class ReadAhead {
  struct Block: @unchecked Sendable {
    let start: UnsafeMutablePointer<UInt8>
    /// The number of bytes of the lines. Each line ends with a newline, but for the last one of a file.
    var count = 0
    /// The number of bytes of the lines and of the beginning of the next one.
    var used = 0
    var bytesRead = 0
    var isLast = false
  }

  /// The number of bytes of a block, and of the longest line. The longest lines of IMDb's files have some 20 KB.
  static let blockSize = 1 << 20

  /// Two blocks: one for the user, and one that is being filled.
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * blockSize)
  private let source: ByteSource
  private var next: ParallelCall<Result<Block, ImportError>>?

  init(_ file: InputFile) throws(ImportError) {
    source = try ByteSource(file)
    fill(after: Block(start: memory))
  }

  deinit {
    _ = next?.join()
    memory.deallocate()
  }

  var origin: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Returns the next block, or nil at the end of the file. Waits for it. The block before is used again.
  func nextBlock() throws(ImportError) -> Block? {
    guard let filled = next?.join() else { return nil }
    next = nil
    let block = try filled.get()
    if !block.isLast { fill(after: block) }
    return block
  }

  private func fill(after last: Block) {
    let block = Block(start: last.start == memory ? memory + Self.blockSize : memory)
    next = ParallelCall { [source] in
      Result { () throws(ImportError) in try Self.filled(block, after: last, from: source) }
    }
  }

  private static func filled(_ block: Block, after last: Block, from source: ByteSource) throws(ImportError) -> Block {
    var block = block
    block.used = last.used - last.count
    memcpy(block.start, last.start + last.count, block.used)
    while block.used < blockSize, !block.isLast {
      let room = UnsafeMutableRawBufferPointer(start: block.start + block.used, count: blockSize - block.used)
      let count = try source.read(into: room)
      block.used += count
      block.isLast = count == 0
    }
    block.count = block.used
    if !block.isLast {
      while block.count > 0, block.start[block.count - 1] != 0x0A { block.count -= 1 }
      guard block.count > 0 else { throw .longLine(path: source.path) }
    }
    block.bytesRead = source.bytesRead
    return block
  }
}
