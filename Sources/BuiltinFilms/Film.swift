/// One of the built-in films: a view of the program's own data, which copies nothing until it is read.
public struct Film: Sendable {
  public enum Column: Int, CaseIterable, Sendable {
    case id, title, originalTitle, koreanTitle, language, year, runtime, genres, overview, koreanOverview
  }

  public enum Role: Int, CaseIterable, Sendable { case director, cast }

  let table: FilmTable
  public let rank: Int

  /// The column's text in UTF-8, which is valid as long as the program runs.
  public func utf8(_ column: Column) -> UnsafeBufferPointer<UInt8> { table.text(column, ofFilm: rank) }

  /// The column's text; nil if it is empty.
  public func text(_ column: Column) -> String? {
    let utf8 = utf8(column)
    return utf8.isEmpty ? nil : String(decoding: utf8, as: UTF8.self)
  }

  /// The column's text as a number; nil if it is empty.
  public func number(_ column: Column) -> Int? {
    let utf8 = utf8(column)
    guard !utf8.isEmpty else { return nil }
    return utf8.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
  }

  /// The values of a column with several values.
  public func values(_ column: Column) -> [String] { parts(of: column).map { String(decoding: $0, as: UTF8.self) } }

  /// Whether a column with several values has this one.
  public func has(_ value: StaticString, in column: Column) -> Bool {
    let value = UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
    return parts(of: column).contains { $0.elementsEqual(value) }
  }

  /// The values of a column with several values, as parts of the program's data.
  public func parts(of column: Column) -> [UnsafeBufferPointer<UInt8>] {
    utf8(column).split(separator: UInt8(ascii: ",")).map { part in
      UnsafeBufferPointer(rebasing: part.first == 0x20 ? part.dropFirst() : part)
    }
  }

  /// The directors, or the leading cast.
  public func people(_ role: Role) -> [FilmPerson] {
    table.people(role, ofFilm: rank).map { table.person(Int($0)) }
  }

  /// Whether a person has this role.
  public func credits(_ person: FilmPerson, as role: Role) -> Bool {
    table.people(role, ofFilm: rank).contains(UInt32(person.rank))
  }

  /// The number of people who have this role in both films.
  public func sharedPeople(_ role: Role, with other: Film) -> Int {
    let own = table.people(role, ofFilm: rank)
    return table.people(role, ofFilm: other.rank).count { own.contains($0) }
  }
}
