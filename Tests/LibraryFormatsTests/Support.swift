import CZlib
import MovieCore
import TestSupport
import Testing

@testable import LibraryFormats

/// Not the one of MovieCore, which has the same name.
typealias SeededGenerator = TestSupport.SeededGenerator

/// Files of an export, by name.
typealias Files = KeyValuePairs<String, String>

func input(_ files: Files) -> LibraryInput {
  LibraryInput(files: files.map { .init(name: $0, bytes: Array($1.utf8)) }, path: "export")
}

func read(_ files: Files) throws -> LibraryFile { try LibraryFile(input(files)) }

/// The cells of rows as `title: column=value …`, for short expectations.
func described(_ file: LibraryFile) -> [String] {
  file.rows.map { row in
    let cells = LibraryColumn.allCases.filter { ![.title, .year].contains($0) && !row[$0].isEmpty }
    return "\(row[.title]) \(row[.year]):" + cells.map { " \($0.rawValue)=\(row[$0])" }.joined()
      + (row.isFilm ? "" : " noFilm") + (row.isAmbiguous ? " ambiguous" : "")
  }
}

/// Writes ZIP archives as services do: deflated, with the sizes only in the directory (flag 0x0808).
struct ZIPWriter {
  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// - Parameters:
  ///   - size: the size that the directory tells; nil for the true one.
  ///   - attributes: the file mode in the upper half.
  mutating func add(
    _ name: String, _ contents: [UInt8], isDeflated: Bool = true, size: Int? = nil, attributes: Int = 0
  ) {
    let data = isDeflated ? Self.deflated(contents) : contents
    let checksum = Int(contents.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) })
    let offset = bytes.count
    let method = isDeflated ? 8 : 0
    let start = [(20, 2), (0x0808, 2), (method, 2), (0, 4)]
    bytes += Self.fields([(0x0403_4B50, 4)] + start + [(0, 4), (0, 4), (0, 4), (name.utf8.count, 2), (0, 2)])
    bytes += Array(name.utf8) + data
    bytes += Self.fields([(0x0807_4B50, 4), (checksum, 4), (data.count, 4), (contents.count, 4)])
    directory += Self.fields([(0x0201_4B50, 4), (0x031E, 2)] + start)
    directory += Self.fields([
      (checksum, 4), (data.count, 4), (size ?? contents.count, 4), (name.utf8.count, 2), (0, 2), (0, 2), (0, 2),
      (0, 2), (attributes, 4), (offset, 4),
    ])
    directory += Array(name.utf8)
    count += 1
  }

  func finished(comment: String = "") -> [UInt8] {
    let end = Self.fields([
      (0x0605_4B50, 4), (0, 2), (0, 2), (count, 2), (count, 2), (directory.count, 4), (bytes.count, 4),
      (comment.utf8.count, 2),
    ])
    return bytes + directory + end + Array(comment.utf8)
  }

  private static func fields(_ fields: [(value: Int, bytes: Int)]) -> [UInt8] {
    fields.flatMap { value, bytes in (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }

  private static func deflated(_ contents: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(&stream, 9, Z_DEFLATED, -15, 8, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var contents = contents
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(contents.count))))
    let count = contents.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }
}
