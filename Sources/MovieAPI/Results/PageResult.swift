struct PageResult: JSONObject {
  var page: Page
  var session: ClientSession

  static var schema: JSONSchema { shared("Page", "A page of a list.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("list", .string, "The name of the list, for `nextPage`.") { $0.page.list }
    field.optional("query", .string, "The query, if the list is a search.") { $0.page.query }
    field.optional(
      "correctedQuery", .string, "The query for which these movies were found, if `query` has typing errors.",
      \.page.correctedQuery)
    field.required("page", .integer(in: 1...Int.max), "The number of this page.") { $0.page.page }
    field.required("offset", .count, "The index in the list at which the items of this page begin.") { $0.page.offset }
    field.required("total", .count, "The number of movies in the list.") { $0.page.total }
    field.optional("totalIsExact", .constant(false), "Present if `total` is a lower bound.") {
      $0.page.totalIsExact ? nil : false
    }
    field.required("hasMore", .boolean, "Whether there is another page.") { $0.page.hasMore }
    field.required("items", .array(of: MovieResult.schema), "The movies.") { $0.session.results($0.page.items) }
    field.stale { $0.page.isStale }
  }
}

struct SectionResult: JSONResult {
  var loaded: ClientSession.LoadedSection
  var session: ClientSession

  static var schema: JSONSchema {
    JSONSchema.anyOf(Succeeded.schema, Failed.schema)
      .titled("HomeSection", "A section with its first page, or with the error that prevented it.")
  }

  func encode(to writer: inout JSONWriter) {
    switch loaded.page {
    case .success(let page):
      Succeeded(section: loaded.section, page: PageResult(page: page, session: session)).encode(to: &writer)
    case .failure(let error): Failed(section: loaded.section, error: RPCError(describing: error)).encode(to: &writer)
    }
  }

  private struct Succeeded: JSONObject {
    var section: HomeSection
    var page: PageResult

    static var schema: JSONSchema { shared("SectionPage", "The first page of a section.") }

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.include { $0.section }
      field.include { $0.page }
    }
  }

  private struct Failed: JSONObject {
    var section: HomeSection
    var error: RPCError

    static var schema: JSONSchema { shared("FailedSection", "A section that could not be loaded.") }

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.include { $0.section }
      field.required("error", RPCError.schema, "The error.") { $0.error }
    }
  }
}
