public enum SkipReason: Int, CaseIterable, Sendable {
  // Malformed rows.
  case columnCount, identifier, number, text
  // Sound rows that cannot be used.
  case duplicate, untitled
  // Rows that the options exclude.
  case otherType, adult, fewVotes
  // Rows that are not needed.
  case otherTitle, otherRegion, repetition, excess, otherCategory, minorRole, uncredited

  /// The titles of a film that are imported. Each is compared with all before, and a broken file may have a million.
  static let maximumTitles = 512

  public var isMalformed: Bool { rawValue <= SkipReason.text.rawValue }

  /// Completes the sentence “skipped 5: …”.
  public var description: String {
    switch self {
    case .columnCount: "with another number of columns than the first line"
    case .identifier: "with an invalid id"
    case .number: "with an invalid number"
    case .text: "with a text that is not UTF-8 or too long"
    case .duplicate: "with the id of an earlier line"
    case .untitled: "without a title"
    case .otherType: "of other types"
    case .adult: "for adults"
    case .fewVotes: "with too few votes"
    case .otherTitle: "of films that are not imported"
    case .otherRegion: "of other regions"
    case .repetition: "that repeat a title of the film"
    case .excess: "after \(Self.maximumTitles) titles of the film"
    case .otherCategory: "of other categories"
    case .minorRole: "after the leading cast, or the first people of a job"
    case .uncredited: "of people without a credit"
    }
  }
}

/// The rows of a file: how many were read, and why some were not imported.
public struct RowCounts: Sendable, Equatable {
  /// Without the first line, which has the names of the columns.
  public internal(set) var read = 0
  private var skipped = [Int](repeating: 0, count: SkipReason.allCases.count)
  private var firstLines = [Int](repeating: 0, count: SkipReason.allCases.count)

  /// The number of values that were left out of rows that were kept, because they are invalid.
  public private(set) var droppedValues = 0
  /// The number of the first line with such a value, counted from 1; 0 if there is none.
  public private(set) var firstLineOfDroppedValue = 0

  public init() {}

  public var kept: Int { read - skipped.reduce(0, +) }

  public subscript(reason: SkipReason) -> Int { skipped[reason.rawValue] }

  /// The number of the first line that was skipped for a reason, counted from 1; 0 if there is none.
  public func firstLine(_ reason: SkipReason) -> Int { firstLines[reason.rawValue] }

  @inline(__always)
  mutating func skip(_ reason: SkipReason) {
    if skipped[reason.rawValue] == 0 { firstLines[reason.rawValue] = read + 1 }
    skipped[reason.rawValue] += 1
  }

  mutating func dropValue() {
    if droppedValues == 0 { firstLineOfDroppedValue = read + 1 }
    droppedValues += 1
  }

  mutating func skipLater(_ reason: SkipReason, _ count: Int) { skipped[reason.rawValue] += count }
}
