/// The columns of a dataset that an import reads. The names of the cases are those in the first line of the file.
protocol DatasetColumn: RawRepresentable<Int>, CaseIterable {}

/// A row of a table, until the next one is read.
struct Row<Column: DatasetColumn> {
  fileprivate let start: UnsafePointer<UInt8>
  /// The end of the field in each column of the file, with that of the column before.
  fileprivate let ends: UnsafePointer<UnsafePointer<UInt8>>
  fileprivate let numbers: UnsafePointer<Int>

  @inline(__always)
  subscript(column: Column) -> Field {
    let number = numbers[column.rawValue]
    let start = number == 0 ? start : ends[number - 1] + 1
    return Field(start: start, count: ends[number] - start)
  }
}

/// Reads the rows of a file of tab-separated values, whose first line names the columns in any order. Rows are views of
/// the block that was read.
struct TableReader<Column: DatasetColumn>: ~Copyable {
  private let path: String
  private var counts = RowCounts()
  private let readAhead: ReadAhead
  private var progress: Progress
  private let report: (Progress) -> Void
  private var position: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private let numbers: UnsafeMutablePointer<Int>
  private var ends: UnsafeMutablePointer<UnsafePointer<UInt8>>
  private var columnCount = 0

  /// Calls `body` with each row that has the right number of columns; it returns why the row is skipped, if it is.
  @inline(__always)
  static func read(
    _ dataset: Dataset, folder: String, report: @escaping (Progress) -> Void,
    _ body: (Row<Column>, inout RowCounts) throws(ImportError) -> SkipReason?
  ) throws(ImportError) -> RowCounts {
    let file = try InputFile(dataset, folder: folder)
    let progress = Progress(dataset: dataset, bytes: file.size)
    var reader = Self(path: file.path, readAhead: try ReadAhead(file), progress, report)
    try reader.readHeader()
    while let row = try reader.next() { if let reason = try body(row, &reader.counts) { reader.counts.skip(reason) } }
    return reader.counts
  }

  private init(path: String, readAhead: ReadAhead, _ progress: Progress, _ report: @escaping (Progress) -> Void) {
    (self.path, self.readAhead, self.progress, self.report) = (path, readAhead, progress, report)
    numbers = .allocate(capacity: Column.allCases.count)
    ends = .allocate(capacity: 1)
    position = readAhead.origin
    end = position
  }

  deinit {
    numbers.deallocate()
    ends.deallocate()
  }

  /// Returns the next row that has the right number of columns; nil at the end of the file.
  @inline(__always)
  private mutating func next() throws(ImportError) -> Row<Column>? {
    while true {
      guard position < end else {
        guard try readBlock() else { return nil }
        continue
      }
      let line = takeLine()
      counts.read += 1
      if split(line) { return Row(start: line.start, ends: ends, numbers: numbers) }
      counts.skip(.columnCount)
    }
  }

  /// The bytes until the next newline, which may follow a carriage return.
  @inline(__always)
  private mutating func takeLine() -> Field {
    let start = position
    var lineEnd = memchr(start, 0x0A, end - start).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
    position = lineEnd + 1
    if lineEnd > start, lineEnd[-1] == 0x0D { lineEnd -= 1 }
    return Field(start: start, count: lineEnd - start)
  }

  /// Finds the ends of the fields. Returns false if their number is not that of the columns.
  @inline(__always)
  private func split(_ line: Field) -> Bool {
    var start = line.start
    let lineEnd = line.start + line.count
    for column in 0..<(columnCount - 1) {
      guard let tab = memchr(start, 0x09, lineEnd - start) else { return false }
      let fieldEnd = UnsafePointer(tab.assumingMemoryBound(to: UInt8.self))
      ends[column] = fieldEnd
      start = fieldEnd + 1
    }
    ends[columnCount - 1] = lineEnd
    return memchr(start, 0x09, lineEnd - start) == nil
  }

  private mutating func readBlock() throws(ImportError) -> Bool {
    guard let block = try readAhead.nextBlock() else {
      progress.isFinished = true
      publish(bytesRead: progress.bytes)
      return false
    }
    position = UnsafePointer(block.start)
    end = position + block.count
    publish(bytesRead: block.bytesRead)
    return true
  }

  private mutating func publish(bytesRead: Int) {
    (progress.bytesRead, progress.rows) = (bytesRead, counts.read)
    progress.nanoseconds = monotonicNanoseconds() - progress.start
    report(progress)
  }

  private mutating func readHeader() throws(ImportError) {
    var line = Field(start: position, count: 0)
    if try readBlock() { line = takeLine() }
    // Some programs put a byte order mark before the text.
    if line.count >= 3, (line.start[0], line.start[1], line.start[2]) == (0xEF, 0xBB, 0xBF) {
      line = Field(start: line.start + 3, count: line.count - 3)
    }
    let names = line.bytes.split(separator: 0x09, omittingEmptySubsequences: false)
    for column in Column.allCases {
      let name = "\(column)"
      guard let number = names.firstIndex(where: { $0.elementsEqual(name.utf8) }) else {
        throw .missingColumn(name, path: path)
      }
      numbers[column.rawValue] = number
    }
    columnCount = names.count
    ends.deallocate()
    ends = .allocate(capacity: columnCount)
  }
}
