struct TMDBAccountList: RemoteList {
  let account: TMDBAccount
  let list: SyncedList

  private var name: String {
    switch list {
    case .favorites: "favorite"
    case .watchlist: "watchlist"
    case .ratings: "rated"
    }
  }

  /// The value of a row of a listing, and of the account states of a movie; nil if the movie is not on the list.
  private func value(_ rating: JSON?, isOn: Bool) -> Int? {
    guard list == .ratings else { return isOn ? 1 : nil }
    return rating?.double.map { Int(($0 * 10).rounded()) }
  }

  private var service: TMDBService { account.service }

  func movies(of user: AccountState.User, language: String?, known: [MovieID: Int]) async throws -> RemoteListing? {
    try await account.withSession(of: user) { login in
      var listing = RemoteListing(values: [:], movies: [], isComplete: true)
      var page = 1
      var repeats = 0
      while true {
        let rows = try await rows(login, language: language, page: page)
        let ids = rows.ids.compactMap(\.self)
        // New movies are on the first page, and removed ones change the total.
        let values = zip(rows.rows, rows.ids).map { row, id in id.flatMap { _ in value(row["rating"], isOn: true) } }
        let isKnown = zip(rows.ids, values).allSatisfy { id, value in id.map { known[$0] } == value }
        if page == 1, rows.total == known.count, rows.ids.count == ids.count, isKnown { return nil }
        if rows.ids.contains(nil) || rows.pages > TMDBPage.last { listing.isComplete = false }
        let new = rows.rows.indices.filter { index in
          rows.ids[index].map { known[$0] != values[index] && listing.values[$0] == nil } ?? false
        }.map { rows.rows[$0] }
        listing.movies += await account.movies.movies(new, TMDBLanguage(language))
        repeats = ids.allSatisfy { listing.values[$0] != nil } ? repeats + 1 : 0
        for (id, value) in zip(rows.ids, values) { if let id { listing.values[id] = value } }
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
    let json = try await service.get("/account/\(login.user.id)/\(name)/movies", query, session: login.sessionID).json
    guard let rows = json["results"]?.array, rows.count <= TMDBPage.maximumRows, let total = json["total_results"]?.int,
      let pages = json["total_pages"]?.int
    else { throw service.upstream.invalidResponse("the page of the account's list is incomplete") }
    let ids = rows.map { row in TMDBDecoder.number(row).map { MovieID(catalog: TMDBService.name, native: String($0)) } }
    return (rows, ids, total, pages)
  }

  /// TMDB's own id, as listings have it: a movie of an IMDb id would come back under another one.
  private static func number(of id: MovieID) throws(MovieError) -> String {
    guard TMDBService.isNumber(id.native) else { throw .movieNotFound(id) }
    return id.native
  }

  func value(of id: MovieID, of user: AccountState.User) async throws -> Int? {
    let number = try Self.number(of: id)
    return try await account.withSession(of: user) { login in
      let json = try await service.get("/movie/\(number)/account_states", about: id, session: login.sessionID).json
      // A rating is an object, and `false` in its place says that there is none.
      guard let state = json[name], state.bool != nil || state["value"]?.double != nil else {
        throw service.upstream.invalidResponse("the account states lack the member \(name)")
      }
      return value(state["value"], isOn: state.bool == true)
    }
  }

  func set(_ id: MovieID, _ value: Int?, of user: AccountState.User) async throws {
    let number = try Self.number(of: id)
    try await account.withSession(of: user) { login in
      guard list != .ratings else {
        return try await account.setRating(number, value.map { Double($0) / 10 }, of: id, login)
      }
      let body: JSON = ["media_type": "movie", "media_id": .number(number), "\(name)": .bool(value != nil)]
      _ = try await service.send(
        .post, "/account/\(login.user.id)/\(name)", body: body, about: id, session: login.sessionID)
    }
  }
}
