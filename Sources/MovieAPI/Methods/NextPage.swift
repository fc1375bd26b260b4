import JSON
import MovieCore

/// `nextPage`: the page behind those that a list has given.
enum NextPage {
  static let list = Parameter.text("list", "The list to continue.", default: "search")

  static let method = Method(
    "nextPage", "Gives the next page of a list; asked for again while it is on its way, it is the same page.", [list],
    errors: .ofCatalogs + .failures(.listNotReady, .queryTooBroad, .superseded), result: PageResult.schema,
    examples: [
      Example(
        "The rest of the last search", [:],
        result: [
          "list": "search", "query": "godfather", "page": 2, "offset": 2, "total": 3, "hasMore": false,
          "items": [Example.godfathers[2]],
        ])
    ]
  ) { call in
    let page = try await call.session.nextPage(list: try call(list), activity: call.activity)
    return PageResult(page: page, session: call.session)
  }
}
