/// Comma-separated values (RFC 4180).
public enum CSV {
  /// A record with the line on which it begins, from 1.
  public struct Record: Sendable {
    public var fields: [String]
    public var line: Int
    /// Whether the text ends inside of quotation marks.
    public var isUnterminated = false
  }

  /// Splits a text into records, without those that are empty. A quotation mark inside of a field, or one that no
  /// separator follows, is text. Takes time proportional to the length of the text, whatever it contains. By default
  /// the separator is a comma, or what the first line has instead: a tab or a semicolon.
  public static func records(_ utf8: [UInt8], separator: UInt8? = nil) -> [Record] {
    var reader = CSVReader(utf8, separator: separator ?? self.separator(in: utf8))
    return reader.records()
  }

  /// The fields of a text that is one record, without white space around them; without empty ones.
  public static func fields(_ text: String) -> [String] {
    records(Array(text.utf8), separator: comma).flatMap(\.fields).map { $0.trimmingASCIIWhitespace() }
      .filter { !$0.isEmpty }
  }

  /// Appends a record with its line end, CR and LF.
  public static func append(_ fields: [String], to bytes: inout [UInt8]) {
    bytes += record(fields).utf8
    bytes += [0x0D, 0x0A]
  }

  /// The fields as one record. Those with separators, quotation marks, line ends or white space at their ends are quoted.
  public static func record(_ fields: [String]) -> String {
    fields.map { field in
      let needsQuotes =
        field.utf8.contains { $0 == comma || $0 == quote || $0 == 0x0A || $0 == 0x0D }
        || field.utf8.first?.isASCIIWhitespace == true || field.utf8.last?.isASCIIWhitespace == true
      guard needsQuotes else { return field }
      // By scalars: a quotation mark may have combining marks.
      let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
    }.joined(separator: ",")
  }

  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")

  private static func separator(in utf8: [UInt8]) -> UInt8 {
    let header = utf8.prefix { $0 != 0x0A && $0 != 0x0D }
    return [comma, UInt8(ascii: "\t"), UInt8(ascii: ";")].first(where: header.contains) ?? comma
  }
}

/// A state machine over the whole text.
private struct CSVReader {
  private let utf8: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  init(_ utf8: [UInt8], separator: UInt8) { (self.utf8, self.separator) = (utf8, separator) }

  mutating func records() -> [CSV.Record] {
    var records: [CSV.Record] = []
    while position < utf8.count {
      let record = record()
      if record.fields.contains(where: { !$0.isEmpty }) { records.append(record) }
    }
    return records
  }

  private mutating func record() -> CSV.Record {
    var record = CSV.Record(fields: [], line: line)
    while true {
      let isQuoted = position < utf8.count && utf8[position] == CSV.quote
      record.fields.append(isQuoted ? quotedField(&record.isUnterminated) : plainField())
      guard position < utf8.count, utf8[position] == separator else { break }
      position += 1
    }
    skipLineEnd()
    return record
  }

  private mutating func plainField() -> String {
    let start = position
    while position < utf8.count, !isEnd(utf8[position]) { position += 1 }
    return String(decoding: utf8[start..<position], as: UTF8.self)
  }

  private mutating func quotedField(_ isUnterminated: inout Bool) -> String {
    position += 1
    var field: [UInt8] = []
    var start = position
    while position < utf8.count {
      let byte = utf8[position]
      let next = position + 1 < utf8.count ? utf8[position + 1] : 0x0A
      if byte == CSV.quote, isEnd(next) {
        field += utf8[start..<position]
        position += 1
        return String(decoding: field, as: UTF8.self)
      }
      if byte == CSV.quote, next == CSV.quote {
        field += utf8[start...position]
        position += 2
        start = position
      } else {
        if isLineEnd(at: position) { line += 1 }
        position += 1
      }
    }
    isUnterminated = true
    return String(decoding: field + utf8[min(start, position)...], as: UTF8.self)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }

  /// Whether a line ends here: at an LF, or at a CR that no LF follows.
  private func isLineEnd(at position: Int) -> Bool {
    utf8[position] == 0x0A || utf8[position] == 0x0D && !(position + 1 < utf8.count && utf8[position + 1] == 0x0A)
  }

  private mutating func skipLineEnd() {
    guard position < utf8.count else { return }
    if !isLineEnd(at: position) { position += 1 }
    line += 1
    position += 1
  }
}
