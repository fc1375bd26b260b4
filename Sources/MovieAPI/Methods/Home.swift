import JSON
import JSONRPC
import MovieCore

/// `home`: the first pages of a catalog's own lists.
enum Home {
  static let catalog = Parameter.optionalText("catalog", "The catalog whose sections are wanted.")
  static let sections = Parameter.optionalTexts("sections", "The names of the sections wanted; all by default.")

  static let method = Method(
    "home", "Gives the first page of each section of a catalog; each is a list `home:<section>`.", [catalog, sections],
    errors: .ofCatalogs + .failures(.superseded), result: result, examples: examples
  ) { call in
    let catalog = try call(catalog)
    let sections = try call(sections)
    let session = call.session
    let loaded = try await session.home(catalog: catalog, sections: sections, activity: call.activity)
    return Record { result in
      result.name("sections")
      result.array { array in
        for part in loaded {
          switch part.page {
          case .success(let page):
            array.value(PageResult(page: page, session: session, section: part.section))
          case .failure(let error):
            array.object { object in
              object.member("section", part.section.name)
              object.member("title", part.section.title)
              object.member("error", RPCError(describing: error))
            }
          }
        }
      }
    }
  }
  private static var result: JSONSchema {
    let failed = JSONSchema.shared(
      "FailedSection", "A section that could not be had, in its place.",
      PageResult.sectionMembers + [.required("error", RPCError.schema, "Why.")])
    return .shared(
      "Home", "The sections of a catalog.",
      [.required("sections", .array(of: .anyOf(PageResult.sectionSchema, failed)), "In the catalog's order.")])
  }

  private static var examples: [Example] {
    [
      Example(
        "One that is there and one that is not", ["sections": ["korean", "nowPlaying"]],
        result: [
          "sections": [
            [
              "section": "korean", "title": "Korean cinema", "list": "home:korean", "page": 1, "offset": 0,
              "total": 116, "hasMore": true, "items": [Example.parasite, Example.oldboy],
            ],
            [
              "section": "nowPlaying", "title": "nowPlaying",
              "error": [
                "code": 1005, "message": "The catalog builtin has no home section “nowPlaying”.",
                "data": ["reason": "unsupportedByCatalog", "retryable": false, "catalog": "builtin"],
              ],
            ],
          ]
        ], isAbridged: true)
    ]
  }
}
