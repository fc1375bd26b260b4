import CZlib
import OperatingSystem

/// The decompressed bytes of a file, from its beginning to its end. Closes the file.
///
/// zlib sees whether a file is compressed: some browsers decompress what they download and keep the name.
final class ByteSource: @unchecked Sendable {
  // Unchecked: one thread at a time reads it.
  let path: String
  private let file: gzFile

  init(_ input: InputFile) throws(ImportError) {
    guard let file = gzdopen(input.descriptor, "rb") else {
      close(input.descriptor)
      throw .file(FileError("read", input.path, code: ENOMEM))
    }
    (path, self.file) = (input.path, file)
    gzbuffer(file, 128 << 10)
  }

  deinit { gzclose(file) }

  /// The number of bytes that were read from the disk, before decompression.
  var bytesRead: Int { gzoffset(file) }

  /// Reads up to as many bytes as the buffer has, which is not empty. Returns 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = gzread(file, buffer.baseAddress, UInt32(buffer.count))
    if count > 0 { return Int(count) }
    var code: Int32 = 0
    let reason = gzerror(file, &code).map { String(cString: $0) } ?? ""
    switch code {
    case Z_OK: return 0
    case Z_BUF_ERROR: throw .truncated(path: path)
    case Z_ERRNO: throw .file(FileError("read", path))
    // The message begins with a name that zlib gives the file.
    default: throw .damaged(path: path, reason: String(reason.drop { $0 != " " }.dropFirst()))
    }
  }
}

struct InputFile: Sendable {
  let path: String
  let descriptor: Int32
  let size: Int

  /// Opens `NAME.tsv` or `NAME.tsv.gz`: the newer one, and the plain one if they are as old as each other.
  init(_ dataset: Dataset, folder: String) throws(ImportError) {
    let plain = "\(folder)/\(dataset.rawValue).tsv"
    let paths = [plain, plain + ".gz"].compactMap { path in fileStatus(path).map { (path, $0.st_mtimespec) } }
    guard var (path, newest) = paths.first else { throw .missingFile(dataset, folder: folder) }
    for (other, time) in paths where (newest.tv_sec, newest.tv_nsec) < (time.tv_sec, time.tv_nsec) {
      (path, newest) = (other, time)
    }
    self.path = path
    do throws(FileError) {
      let file = try openRegularFile(path)
      (descriptor, size) = (file.descriptor, Int(file.status.st_size))
    } catch {
      throw .file(error)
    }
    #if os(Linux)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  static func exists(_ dataset: Dataset, folder: String) -> Bool {
    ["", ".gz"].contains { access("\(folder)/\(dataset.rawValue).tsv\($0)", F_OK) == 0 }
  }
}
