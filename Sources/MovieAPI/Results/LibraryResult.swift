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
