import Platform

/// Writes an image, one section after the other, to a file or into memory, and the table in the end.
public struct SectionWriter {
  /// Nil to write into memory: then nothing leaves the buffer.
  private let file: Int32?
  private var buffer: [UInt8] = []
  private var size = SectionImage.tableEnd
  private var table: [UInt8] = []
  private var start = 0
  private var checksum = Checksum()
  /// The first error, after which nothing more is written.
  public private(set) var error: SectionImageError?

  private static let bufferSize = 1 << 20

  /// - Parameter file: open for writing, empty. It stays open. Nil to write into memory.
  public init(file: Int32? = nil) {
    self.file = file
    guard file == nil else {
      buffer.reserveCapacity(Self.bufferSize)
      seek(to: size)
      return
    }
    buffer = [UInt8](repeating: 0, count: size)
  }

  /// Adds an array as the section `kind`. Each kind is added once.
  public mutating func add<Element: FixedWidthInteger & BitwiseCopyable>(_ array: [Element], as kind: UInt32) {
    begin()
    array.withUnsafeBytes { append($0) }
    end(kind, elementSize: MemoryLayout<Element>.size)
  }

  public mutating func begin() {
    start = size
    checksum = Checksum()
  }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    checksum.add(bytes)
    size += bytes.count
    if file != nil, buffer.count + bytes.count > Self.bufferSize { flush() }
    if file != nil, bytes.count > Self.bufferSize {
      writeAll(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  public mutating func end(_ kind: UInt32, elementSize: Int) {
    let length = size - start
    let padding = [UInt8](repeating: 0, count: SectionImage.padded(length) - length)
    padding.withUnsafeBytes { append($0) }
    assert(table.count < SectionImage.maximumSections * SectionImage.entrySize)
    Self.append(kind, to: &table)
    Self.append(UInt32(elementSize), to: &table)
    Self.append(UInt64(start), to: &table)
    Self.append(UInt64(length / elementSize), to: &table)
    Self.append(checksum.value, to: &table)
  }

  /// Writes the header. Throws the first error of all writing; the file may not be on the disk yet.
  public mutating func finish() throws(SectionImageError) {
    let count = table.count / SectionImage.entrySize
    table += [UInt8](repeating: 0, count: SectionImage.tableEnd - SectionImage.headerSize - table.count)
    var header: [UInt8] = []
    Self.append(SectionImage.magic, to: &header)
    Self.append(SectionImage.version, to: &header)
    Self.append(UInt32(count), to: &header)
    Self.append(UInt64(size), to: &header)
    Self.append(table.withUnsafeBytes { Checksum.of($0) }, to: &header)
    Self.append(header.withUnsafeBytes { Checksum.of($0) }, to: &header)
    header += table
    guard file != nil else { return buffer.replaceSubrange(..<header.count, with: header) }
    flush()
    seek(to: 0)
    header.withUnsafeBytes { writeAll($0) }
    if let error { throw error }
  }

  public consuming func image() throws(SectionImageError) -> SectionImage {
    try finish()
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count, alignment: SectionImage.alignment)
    bytes.copyBytes(from: buffer)
    return try SectionImage(UnsafeRawBufferPointer(bytes), isMapped: false)
  }

  private static func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func seek(to offset: Int) {
    if let file, lseek(file, off_t(offset), SEEK_SET) < 0 { error = error ?? .unwritable(errno) }
  }

  private mutating func flush() {
    let full = buffer
    buffer = []
    full.withUnsafeBytes { writeAll($0) }
    buffer = full
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func writeAll(_ bytes: UnsafeRawBufferPointer) {
    guard let file else { return }
    var rest = bytes
    while !rest.isEmpty, error == nil {
      let count = write(file, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        error = .unwritable(errno)
      }
    }
  }
}
