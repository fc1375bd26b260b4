import Concurrency
import Platform

/// Reads and decompresses a file on a thread of its own, a few blocks of whole lines ahead of their user.
final class ReadAhead: Sendable {
  struct Block: @unchecked Sendable {
    let start: UnsafeMutablePointer<UInt8>
    /// The number of bytes of the lines. Each line ends with a newline, but for the last one of a file.
    var count = 0
    var bytesRead = 0
  }

  /// The number of bytes of a block, and of the longest line. The longest lines of IMDb's files have some 20 KB.
  static let blockSize = 1 << 20
  /// One block for each thread, and two between them.
  private static let blockCount = 4

  private struct State {
    var filled: [Block] = []
    var empty: [Block]
    var isFinished = false
    var failure: ImportError?
    var isCancelled = false
  }

  // Unchecked: the blocks are used by the thread that has taken them out of the state.
  private let memory: UnsafeMutableBufferPointerBox
  private let state: Monitor<State>

  private struct UnsafeMutableBufferPointerBox: @unchecked Sendable {
    let start: UnsafeMutablePointer<UInt8>
  }

  init(_ file: InputFile) throws(ImportError) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.blockSize * Self.blockCount)
    self.memory = UnsafeMutableBufferPointerBox(start: memory)
    state = Monitor(State(empty: (0..<Self.blockCount).map { Block(start: memory + $0 * Self.blockSize) }))
    do throws(ThreadError) {
      try startThread { self.run(file) }
    } catch {
      close(file.descriptor)
      throw .thread(error)
    }
  }

  deinit { memory.start.deallocate() }

  var origin: UnsafePointer<UInt8> { UnsafePointer(memory.start) }

  /// Returns the next block, or nil at the end of the file. Waits for it.
  func next() throws(ImportError) -> Block? {
    let (block, failure) = state.wait {
      !$0.filled.isEmpty || $0.isFinished
    } then: {
      $0.filled.isEmpty ? (nil, $0.failure) : ($0.filled.removeFirst(), nil)
    }
    if let failure { throw failure }
    return block
  }

  func recycle(_ block: Block) {
    state.withLock { $0.empty.append(Block(start: block.start)) }
    state.notify()
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    state.notify()
  }

  private func run(_ file: InputFile) {
    var failure: ImportError?
    do throws(ImportError) {
      var source = try ByteSource(file)
      try readAll(&source)
    } catch {
      failure = error
    }
    state.withLock { [failure] in
      $0.isFinished = true
      $0.failure = failure
    }
    state.notify()
  }

  private func readAll(_ source: inout ByteSource) throws(ImportError) {
    guard var block = emptyBlock() else { return }
    /// The number of bytes at the beginning of the block that are filled: the whole lines and the beginning of another.
    var used = 0
    while true {
      let room = UnsafeMutableRawBufferPointer(start: block.start + used, count: Self.blockSize - used)
      let count = room.isEmpty ? 0 : try source.read(into: room)
      used += count
      if count > 0 { continue }
      let isEnd = !room.isEmpty
      block.count = used
      if !isEnd {
        while block.count > 0, block.start[block.count - 1] != 0x0A { block.count -= 1 }
        guard block.count > 0 else { throw .longLine(path: source.path) }
      }
      block.bytesRead = source.bytesRead
      let next = isEnd ? nil : emptyBlock()
      used -= block.count
      if let next { memcpy(next.start, block.start + block.count, used) }
      state.withLock { [block] in $0.filled.append(block) }
      state.notify()
      guard let next else { return }
      block = next
    }
  }

  private func emptyBlock() -> Block? {
    state.wait {
      !$0.empty.isEmpty || $0.isCancelled
    } then: {
      $0.isCancelled ? nil : $0.empty.removeLast()
    }
  }
}
