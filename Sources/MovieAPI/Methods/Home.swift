import JSON
import MovieCore

/// `home`: the first pages of a catalog's own lists.
enum Home {
  static let catalog = Parameter("catalog", .text, "The name of the catalog.").optional
  static let sections = Parameter(
    "sections", .strings,
    "The names of the sections to return, at most \(ClientSession.maximumSections); all by default."
  ).optional

  static let method = Method(
    "home", "Returns the first page of each section of a catalog; each is a list named `home:<section>`.",
    details: "`nextPage` continues each of these lists. If a section fails, the others are returned all the same.",
    [catalog, sections, LanguageTag.parameter], errors: .ofCatalogs + .failures(.superseded)
  ) { call in
    let catalog = try call(catalog)
    let sections = try call(sections)
    let session = call.session
    let language = try call.language()
    let loaded = try await session.home(
      catalog: catalog, sections: sections, language: language, context: call.context)
    return HomeResult(sections: loaded.map { SectionResult(loaded: $0, session: session) })
  }
}

private struct HomeResult: JSONObject {
  var sections: [SectionResult]

  static var schema: JSONSchema { shared("Home", "The sections of a catalog.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("sections", .array(of: SectionResult.schema), "The sections, in the catalog's order.") {
      $0.sections
    }
  }
}
