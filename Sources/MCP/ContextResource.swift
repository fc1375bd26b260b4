enum ContextResource: Hashable {
  case list(List)
  case movie(MovieID)

  enum List: String, CaseIterable {
    case library, favorites, watchlist

    /// What it has, and the params of the method `library` for it.
    fileprivate var contents: (summary: String, filter: JSON, sort: JSON) {
      switch self {
      case .library: ("All films that the user keeps, last changed first", "all", "changedAt")
      case .favorites: ("The films that the user has starred, newest first", "starred", "starredAt")
      case .watchlist: ("The films that the user wants to watch, newest first", "watchlist", "watchlistedAt")
      }
    }
  }

  private static let scheme = "movies://"
  private static let moviePrefix = scheme + "movie/"

  /// Parses a URI; nil if no resource has it. In a movie's URI, characters of the id may be percent-encoded.
  init?(_ uri: String) {
    if let list = List.allCases.first(where: { Self.list($0).uri == uri }) {
      self = .list(list)
    } else if uri.hasPrefix(Self.moviePrefix),
      let id = MovieID(PercentEncoding.decode(String(uri.dropFirst(Self.moviePrefix.count))))
    {
      self = .movie(id)
    } else {
      return nil
    }
  }

  var uri: String {
    switch self {
    case .list(let list): Self.scheme + list.rawValue
    case .movie(let id): Self.moviePrefix + id.description
    }
  }

  private static let mimeType = "application/json"

  static let descriptions: JSON = .array(
    List.allCases.map { list in
      [
        "uri": .string(ContextResource.list(list).uri), "name": .string(list.rawValue),
        "title": .string(list.rawValue.prefix(1).uppercased() + list.rawValue.dropFirst()),
        "description": .string("\(list.contents.summary); at most 1,000."), "mimeType": .string(mimeType),
      ]
    })

  static let templates: JSON = [
    [
      "uriTemplate": .string(moviePrefix + "{id}"), "name": "movie", "title": "Film",
      "description": "What the film's catalog knows about it, and what the user keeps. The id is from a tool's result.",
      "mimeType": .string(mimeType),
    ]
  ]
}

extension ContextService {
  func readResource(_ request: ContextRequest) async throws -> JSON {
    let resource = try request.resource()
    let call = ToolCall(service: self, request: request.request)
    let contents: JSON
    do {
      switch resource {
      case .list(let list):
        let (_, filter, sort) = list.contents
        let limit = JSON.integer(LibraryQuery.limits.upperBound)
        let page = try await call.movies("library", [("filter", filter), ("sort", sort), ("limit", limit)])
        contents = ["total": page["total"] ?? 0, "items": .array(page.list("items").map(FilmText.compact))]
      case .movie(let id): contents = try await FilmDetail(call, id: .string(id.description), including: []).shortened
      }
    } catch let error as RPCError where error.reason == FailureReason.movieNotFound.rawValue {
      throw request.notFound(resource.uri)
    }
    let content: JSON = [
      "uri": .string(resource.uri), "mimeType": "application/json", "text": .string(contents.jsonText),
    ]
    return request.result([JSON.Member("contents", [content])], isUnchanging: false)
  }
}
