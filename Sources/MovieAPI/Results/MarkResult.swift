import JSON
import MovieCore

/// What a user keeps about a film, as every movie of a result contains it.
struct MarkResult: JSONObject {
  var mark: Mark
  /// Only where one film is asked for.
  var note: String?
  var diary: [Viewing]?

  static var schema: JSONSchema { shared("Mark", "What the user keeps about a film.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("starredAt", .dateTime, "The time of the star.") { $0.mark.starredAt.map(Timestamp.iso8601) }
    field.optional("watchlistedAt", .dateTime, "The time at which the film was put on the watchlist.") {
      $0.mark.watchlistedAt.map(Timestamp.iso8601)
    }
    field.optional("viewings", .integer(in: 1...Int.max), "The number of viewings.") {
      $0.mark.viewings == 0 ? nil : $0.mark.viewings
    }
    field.optional("lastViewed", .date, "The day of the last viewing.") { $0.mark.lastViewed }
    field.optional("rating", .userRating, "The user's rating.") { $0.mark.rating }
    field.optional("tags", .strings, "The tags.") { $0.mark.tags.isEmpty ? nil : $0.mark.tags }
    field.optional("hasNote", .constant(true), "Present if there is a note.") { $0.mark.hasNote ? true : nil }
    field.optional("note", .string, "The note; only in a detail, and in results of a change.") { $0.note }
    field.optional("diary", .array(of: Viewing.schema), "The viewings, last first; only in a detail.") { $0.diary }
  }
}

extension MarkResult {
  init(_ mark: Mark) { self.init(mark: mark) }

  /// With the note and the viewings.
  init(_ mark: Mark, _ entry: LibraryEntry) {
    self.init(mark: mark, note: entry.note, diary: entry.viewings.isEmpty ? nil : entry.viewings.reversed())
  }
}

extension Viewing: JSONObject {
  /// Published as `Viewing`.
  public static var schema: JSONSchema { shared("Viewing", "One viewing of a film.") }

  /// A viewing of a diary, of a detail, or of the result of a change.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("viewing", .string, "The id of the viewing.") { $0.id }
    field.optional("date", .date, "The day; absent if it is unknown.") { $0.date }
    field.optional("rating", .userRating, "The rating given with it.") { $0.rating }
    field.optional("note", .string, "A text.") { $0.note }
    field.optional("rewatch", .constant(true), "Present if the user had seen the film before.") {
      $0.isRewatch ? true : nil
    }
  }
}

extension Mark {
  /// The mark as a member of a movie; nil if nothing is kept.
  var result: MarkResult? { isEmpty ? nil : MarkResult(self) }
}
