import OperatingSystem
import Platform

/// A file of a dataset, opened for reading.
struct InputFile: Sendable {
  let path: String
  let descriptor: Int32
  /// The number of bytes on the disk.
  let size: Int
  let isCompressed: Bool

  /// Opens `NAME.tsv` or `NAME.tsv.gz`: the newer one, and the plain one if they are as old as each other.
  init(_ dataset: Dataset, folder: String) throws(ImportError) {
    let plain = "\(folder)/\(dataset.rawValue).tsv"
    let paths = [plain, plain + ".gz"].compactMap { path in Self.modification(of: path).map { (path, $0) } }
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
    // By its contents: some browsers decompress what they download and keep the name.
    var magic: (UInt8, UInt8) = (0, 0)
    isCompressed = pread(descriptor, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
    #if os(Linux)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Whether the folder has the file of a dataset.
  static func exists(_ dataset: Dataset, folder: String) -> Bool {
    ["", ".gz"].contains { access("\(folder)/\(dataset.rawValue).tsv\($0)", F_OK) == 0 }
  }

  private static func modification(of path: String) -> timespec? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec
    #else
      return status.st_mtim
    #endif
  }
}
