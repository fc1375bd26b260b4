import CZlib

/// Reads ZIP archives of exports (APPNOTE.TXT): stored and deflated files, by the central directory. Every size in an
/// archive is checked before it is used, and no more is decompressed than the limits allow.
enum ZIPArchive {
  /// Whether the bytes begin as an archive does.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// The files that are wanted for a format.
  ///
  /// - Throws: `damagedArchive`, `unsafeName` and `tooLarge`.
  static func files(of bytes: [UInt8], _ format: LibraryFormat? = nil) throws(LibraryFileError) -> [LibraryInput.File] {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(LibraryFileError) in try files(of: Reader(bytes: buffer), format) }
    }.get()
  }

  private static func files(of reader: Reader, _ format: LibraryFormat?) throws(LibraryFileError) -> [LibraryInput.File]
  {
    let end = try endOfDirectory(reader)
    let count = try reader.integer(at: end + 10, bytes: 2)
    guard count <= LibraryInput.maximumFiles else { throw .tooLarge(path: "the ZIP archive") }
    var position = try reader.integer(at: end + 16, bytes: 4)
    var wanted: [(name: String, entry: Entry)] = []
    for _ in 0..<count {
      let entry = try Entry(reader, at: position)
      position = entry.end
      guard let name = try entry.safeName, LibraryInput.isWanted(name, format), !entry.isLink else { continue }
      wanted.append((name, entry))
    }
    // Before anything is decompressed.
    guard wanted.reduce(0, { $0 + $1.entry.size }) <= LibraryInput.maximumBytes else {
      throw .tooLarge(path: "the ZIP archive")
    }
    var files: [LibraryInput.File] = []
    for (name, entry) in wanted { files.append(LibraryInput.File(name: name, bytes: try entry.contents(reader))) }
    return files
  }

  /// The position of the end record, which a comment of up to 65,535 bytes may follow.
  private static func endOfDirectory(_ reader: Reader) throws(LibraryFileError) -> Int {
    let last = reader.bytes.count - 22
    guard last >= 0 else { throw .damagedArchive("it is too short") }
    for position in stride(from: last, through: max(0, last - 65_535), by: -1)
    where reader.has([0x50, 0x4B, 5, 6], at: position) {
      return position
    }
    throw .damagedArchive("it has no directory; it may be incomplete")
  }

  /// An entry of the central directory.
  private struct Entry {
    let name: String
    let flags, method, checksum, compressedSize, size, attributes, header: Int
    /// The position after it.
    let end: Int

    init(_ reader: Reader, at start: Int) throws(LibraryFileError) {
      guard reader.has([0x50, 0x4B, 1, 2], at: start) else { throw .damagedArchive("its directory is damaged") }
      flags = try reader.integer(at: start + 8, bytes: 2)
      method = try reader.integer(at: start + 10, bytes: 2)
      checksum = try reader.integer(at: start + 16, bytes: 4)
      compressedSize = try reader.integer(at: start + 20, bytes: 4)
      size = try reader.integer(at: start + 24, bytes: 4)
      let nameLength = try reader.integer(at: start + 28, bytes: 2)
      let extra = try reader.integer(at: start + 30, bytes: 2) + reader.integer(at: start + 32, bytes: 2)
      attributes = try reader.integer(at: start + 38, bytes: 4)
      header = try reader.integer(at: start + 42, bytes: 4)
      name = String(decoding: try reader.slice(start + 46, nameLength), as: UTF8.self)
      end = start + 46 + nameLength + extra
    }

    /// Nil for a folder.
    ///
    /// - Throws: `unsafeName` if the name is absolute or leads out of the archive.
    var safeName: String? {
      get throws(LibraryFileError) {
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        let isAbsolute = parts[0].isEmpty || parts[0].utf8.dropFirst().first == UInt8(ascii: ":")
        guard !isAbsolute, !parts.contains(".."), !name.utf8.contains(0) else { throw .unsafeName(name) }
        return parts.last == "" ? nil : parts.joined(separator: "/")
      }
    }

    /// Whether it is a symbolic link, by the file mode that UNIX archives have in the upper half.
    var isLink: Bool { (attributes >> 16) & 0o170000 == 0o120000 }

    func contents(_ reader: Reader) throws(LibraryFileError) -> [UInt8] {
      guard flags & 1 == 0 else { throw .damagedArchive("\(name) is encrypted") }
      guard reader.has([0x50, 0x4B, 3, 4], at: header) else { throw .damagedArchive("the header of \(name)") }
      let start =
        try header + 30 + reader.integer(at: header + 26, bytes: 2) + reader.integer(at: header + 28, bytes: 2)
      let data = try reader.slice(start, compressedSize)
      let bytes: [UInt8]
      switch method {
      case 0 where compressedSize == size: bytes = Array(data)
      case 8: bytes = try inflate(data)
      default: throw .damagedArchive("\(name) is compressed with an unsupported method")
      }
      let sum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
      guard bytes.isEmpty || Int(sum) == checksum else { throw .damagedArchive("the checksum of \(name) is wrong") }
      return bytes
    }

    /// The most by which data can be deflated.
    private static let maximumRatio = 1_032

    /// Decompresses exactly as many bytes as the directory says.
    private func inflate(_ data: UnsafeRawBufferPointer) throws(LibraryFileError) -> [UInt8] {
      guard size <= data.count * Self.maximumRatio else { throw .damagedArchive("the size of \(name) is wrong") }
      // One more byte shows that there is more than the directory says.
      var bytes = [UInt8](repeating: 0, count: size + 1)
      var stream = z_stream()
      guard czlib_begin_deflate(&stream) == Z_OK else { throw .damagedArchive("there is no memory") }
      defer { inflateEnd(&stream) }
      let status = bytes.withUnsafeMutableBufferPointer { output in
        stream.next_in = UnsafeMutablePointer(mutating: data.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(data.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return CZlib.inflate(&stream, Z_FINISH)
      }
      guard status == Z_STREAM_END, stream.avail_out == 1 else {
        throw .damagedArchive("the data of \(name) is damaged")
      }
      bytes.removeLast()
      return bytes
    }
  }

  /// Bytes whose bounds every read checks.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer

    func slice(_ start: Int, _ count: Int) throws(LibraryFileError) -> UnsafeRawBufferPointer {
      guard start <= bytes.count, count <= bytes.count - start else { throw .damagedArchive("a part of it is missing") }
      return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }

    func has(_ signature: [UInt8], at position: Int) -> Bool {
      (try? slice(position, signature.count))?.elementsEqual(signature) ?? false
    }

    /// A little-endian integer of at most four bytes.
    func integer(at position: Int, bytes count: Int) throws(LibraryFileError) -> Int {
      try slice(position, count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
