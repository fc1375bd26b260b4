import JSON
import JSONRPC
import MovieCore

/// `home`: the first pages of a catalog's own lists.
enum Home {
  static let catalog = Parameter.optionalText("catalog", "The catalog whose sections are wanted.")
  static let sections = Parameter.optionalTexts("sections", "The names of the sections wanted; all by default.")

  static let method = Method(
    "home", "Gives the first page of each section of a catalog; each is a list `home:<section>`.", [catalog, sections]
  ) { call in
    let catalog = try call(catalog)
    let sections = try call(sections)
    let session = call.session
    let loaded = try await session.home(catalog: catalog, sections: sections, request: call.requestID)
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
}
