import JSON
import MovieCore

/// A page of a list.
struct PageResult: JSONEncodable {
  var page: Page
  var session: ClientSession
  /// For a page of `home`.
  var section: HomeSection?

  static var schema: JSONSchema { .shared("Page", "A page of a list.", members) }

  /// A page of `home`.
  static var sectionSchema: JSONSchema {
    .shared("SectionPage", "The first page of a section.", sectionMembers + members)
  }

  static var sectionMembers: [JSONSchema.Property] {
    [
      .required("section", .string, "The section's name."),
      .required("title", .string, "Its name for people."),
    ]
  }

  private static var members: [JSONSchema.Property] {
    [
      .required("list", .string, "The list, for `nextPage`."),
      .optional("query", .string, "What was searched for."),
      .required("page", .integer(in: 1...Int.max), "Which page this is."),
      .required("offset", .count, "Where the items go in the list, so that placing them twice changes nothing."),
      .required("total", .count, "How many movies the list has."),
      .optional("totalIsExact", .constant(false), "`total` is a lower bound."),
      .required("hasMore", .boolean, "Whether there is a page behind this one."),
      .required("items", .array(of: MovieResult.schema), "The movies."),
      .optional("stale", .constant(true), "The catalog could not be reached: this is from an earlier time."),
    ]
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      if let section {
        object.member("section", section.name)
        object.member("title", section.title)
      }
      object.member("list", page.list)
      object.member("query", page.query)
      object.member("page", page.page)
      object.member("offset", page.offset)
      object.member("total", page.total)
      if !page.totalIsExact { object.member("totalIsExact", false) }
      object.member("hasMore", page.hasMore)
      object.name("items")
      object.array(session.results(page.items))
      if page.isStale { object.member("stale", true) }
    }
  }
}
