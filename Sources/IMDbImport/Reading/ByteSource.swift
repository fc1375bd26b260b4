import CZlib
import OperatingSystem
import Platform

/// The decompressed bytes of a file, from its beginning to its end. Closes the file.
struct ByteSource: ~Copyable {
  private let file: InputFile
  private let inflater: Inflater?
  /// How many bytes of the file have been read from the disk.
  private(set) var bytesRead = 0

  init(_ file: InputFile) {
    self.file = file
    inflater = file.isCompressed ? Inflater() : nil
  }

  deinit { close(file.descriptor) }

  /// Reads up to as many bytes as the buffer has, which is not empty. Returns 0 only at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard let inflater else { return try readFile(into: buffer) }
    while true {
      if inflater.needsInput {
        let count = try readFile(into: inflater.input)
        if count == 0 {
          guard inflater.isBetweenMembers else { throw .truncated(path: file.path) }
          return 0
        }
        inflater.provide(count)
      }
      let count: Int
      do throws(Inflater.Failure) {
        count = try inflater.inflate(into: buffer)
      } catch {
        throw .damaged(path: file.path, reason: error.reason)
      }
      if count > 0 { return count }
    }
  }

  private mutating func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while true {
      let count = Platform.read(file.descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        bytesRead += count
        return count
      }
      guard errno == EINTR else { throw .file(FileError("read", file.path)) }
    }
  }
}

/// Decompresses gzip, which may have several members, one after the other.
final class Inflater {
  struct Failure: Error {
    let reason: String
  }

  /// Where the compressed bytes go that `provide` announces.
  let input: UnsafeMutableRawBufferPointer
  // zlib keeps a pointer to the stream, so it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether the last member is complete and no other has begun.
  private(set) var isBetweenMembers = true

  init() {
    input = .allocate(byteCount: 128 << 10, alignment: 16)
    stream.initialize(to: z_stream())
    // It can only fail for want of memory. Then inflate(3) reports that the stream is not initialized.
    _ = czlib_begin_gzip(stream)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  var needsInput: Bool { stream.pointee.avail_in == 0 }

  /// The first bytes of `input` are the next ones of the file.
  func provide(_ count: Int) {
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(count)
  }

  /// Decompresses input into the buffer. Returns the number of bytes, which is 0 if that needs more input.
  func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    isBetweenMembers = false
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      isBetweenMembers = true
      inflateReset(stream)
    default: throw Failure(reason: stream.pointee.msg.map { String(cString: $0) } ?? String(cString: zError(status)))
    }
    return min(buffer.count, Int(UInt32.max)) - Int(stream.pointee.avail_out)
  }
}
