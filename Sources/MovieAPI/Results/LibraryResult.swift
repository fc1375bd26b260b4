import JSON
import MovieCore

extension LibraryState: JSONObject {
  public static var schema: JSONSchema { shared("LibraryState", "The state of the library.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.epoch }
    field.required("revision", .count, "The revision, which every change of an entry increases by one.", \.revision)
    field.required("total", .count, "The number of entries, or of those that match the query.") { $0.total }
  }
}

extension ListedEntry: JSONResult {
  public static var schema: JSONSchema { MovieResult.schema }

  /// Writes the stored text with the other members of a `Movie`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.members(ofText: text.json)
      object.members(of: Shown(shown: shown))
    }
  }

  private struct Shown: JSONObject {
    var shown: ShownMark

    static func fields(_ field: inout some FieldVisitor<Self>) { field.shown { $0.shown } }
  }
}

extension LibraryChange.Entry {
  var result: MovieResult { MovieResult(movie: movie, shown: shown) }
}

extension LibraryPage: JSONObject {
  public static var schema: JSONSchema { shared("LibraryPage", "Entries of the library in the requested order.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required(
      "items", .array(of: MovieResult.schema), "The entries; `total` and `offset` tell where to go on.", \.items)
  }
}

extension LibraryDifference: JSONObject {
  public static var schema: JSONSchema { shared("LibraryDifference", "The changes of the library since a revision.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("added", .array(of: MovieResult.schema), "Entries that are new or have changed.") {
      $0.added.lazy.map(\.result)
    }
    field.required(
      "removed", .array(of: .movieID), "All known ids of the films that are no longer in the library.", \.removed)
    field.required(
      "fresh", .boolean, "Whether `added` lists all entries because the changes are unknown or too many.", \.isFresh)
    field.optional(
      "hasMore", .boolean, "True if there are too many entries for one message; `added` then lists the first ones."
    ) { $0.hasMore ? true : nil }
  }
}

extension Tag: JSONObject {
  public static var schema: JSONSchema { shared("Tag", "A tag of films.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name as it was first written.") { $0.name }
    field.required("count", .count, "The number of films that have it.") { $0.count }
  }
}

extension DiaryPage: JSONObject {
  public static var schema: JSONSchema { shared("DiaryPage", "Viewings by date.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("total", .count, "The number of viewings that match.") { $0.total }
    field.required("items", .array(of: Item.schema), "The viewings; `total` and `offset` tell where to go on.", \.items)
  }
}

extension DiaryPage.Item: JSONObject {
  public static var schema: JSONSchema { shared("DiaryItem", "A viewing with its film.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.viewing }
    field.required("movie", MovieResult.schema, "The film.") { $0.entry }
  }
}
