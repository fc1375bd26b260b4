import JSON
import MovieCore

/// A page of a list.
struct PageResult: JSONEncodable {
  var page: Page
  var session: Session
  /// For a page of `home`.
  var section: HomeSection?

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
