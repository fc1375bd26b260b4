import JSON
import MovieCore

/// `nextPage`: the page after those that a list has returned.
enum NextPage {
  static let list = Parameter("list", .text, "The name of the list to continue.").default("search")

  static let method = Method(
    "nextPage", "Returns the next page of a list; concurrent requests for one list share the same page.",
    details:
      "A page that is requested while the list's search runs waits for it. After the last page `items` is empty.",
    [list],
    errors: .ofCatalogs + .failures(.listNotReady, .queryTooBroad, .superseded)
  ) { call in
    let page = try await call.session.nextPage(list: try call(list), context: call.context)
    return PageResult(page: page, session: call.session)
  }
}
