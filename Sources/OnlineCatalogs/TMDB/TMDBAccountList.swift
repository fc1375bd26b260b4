import HTTP
import JSON
import MovieCore

struct TMDBAccountList: RemoteList {
  let account: TMDBAccount
  let list: SyncedList

  private var name: String {
    switch list {
    case .favorites: "favorite"
    case .watchlist: "watchlist"
    }
  }

  private var service: TMDBService { account.service }

  func movies(
    of user: AccountState.User, language: String?, known: Set<MovieID>
  ) async throws -> RemoteListing? {
    try await account.withSession(of: user) { login in
      var listing = RemoteListing(ids: [], movies: [], isComplete: true)
      var page = 1
      var repeats = 0
      while true {
        let rows = try await rows(login, language: language, page: page)
        let ids = rows.ids.compactMap(\.self)
        // New movies are on the first page, and removed ones change the total.
        if page == 1, rows.total == known.count, rows.ids.count == ids.count, known.isSuperset(of: ids) { return nil }
        if rows.ids.contains(nil) || rows.pages > TMDBPage.last { listing.isComplete = false }
        let isNew = { (id: MovieID?) in id.map { !known.contains($0) && !listing.ids.contains($0) } ?? false }
        let new = zip(rows.rows, rows.ids).filter { isNew($0.1) }.map(\.0)
        listing.movies += await account.movies.movies(new, TMDBLanguage(language))
        repeats = listing.ids.isSuperset(of: ids) ? repeats + 1 : 0
        listing.ids.formUnion(ids)
        if page >= min(rows.pages, TMDBPage.last) { return listing }
        // A service that repeats its pages may do so without an end.
        if repeats == 2 {
          listing.isComplete = false
          return listing
        }
        page += 1
      }
    }
  }

  private func rows(
    _ login: LoginFile.Login, language: String?, page: Int
  ) async throws -> (rows: [JSON], ids: [MovieID?], total: Int, pages: Int) {
    let query =
      [HTTPRequest.Field("sort_by", "created_at.desc"), HTTPRequest.Field("page", String(page))]
      + TMDBLanguage(language).query(withRegion: false)
    let json = try await service.get(
      "/account/\(login.user.id)/\(name)/movies", query, session: login.sessionID
    ).json
    guard let rows = json["results"]?.array, rows.count <= TMDBPage.maximumRows, let total = json["total_results"]?.int,
      let pages = json["total_pages"]?.int
    else { throw service.upstream.invalidResponse("the page of the account's list is incomplete") }
    let ids = rows.map { row in
      TMDBDecoder.number(row).map { MovieID(catalog: TMDBService.name, native: String($0)) }
    }
    return (rows, ids, total, pages)
  }

  /// TMDB's own id, as listings have it: a movie of an IMDb id would come back under another one.
  private static func number(of id: MovieID) throws(MovieError) -> String {
    guard TMDBService.isNumber(id.native) else { throw .movieNotFound(id) }
    return id.native
  }

  func contains(_ id: MovieID, of user: AccountState.User) async throws -> Bool {
    let number = try Self.number(of: id)
    return try await account.withSession(of: user) { login in
      let json = try await service.get("/movie/\(number)/account_states", about: id, session: login.sessionID).json
      guard let isOn = json[name]?.bool else {
        throw service.upstream.invalidResponse("the account states lack the member \(name)")
      }
      return isOn
    }
  }

  func set(_ id: MovieID, _ isOn: Bool, of user: AccountState.User) async throws {
    let number = try Self.number(of: id)
    let body: JSON = ["media_type": "movie", "media_id": .number(number), "\(name)": .bool(isOn)]
    try await account.withSession(of: user) { login in
      _ = try await service.send(
        .post, "/account/\(login.user.id)/\(name)", body: body, about: id, session: login.sessionID)
    }
  }
}
